//! How much longer a tokenizer may make a text before it splits it.
//!
//! A file may hold normalizers that multiply a text until memory is out, which ends the process.

use serde_json::Value;
use tokenizers::normalizers::{NormalizerWrapper, Precompiled, Replace};
use tokenizers::pre_tokenizers::PreTokenizerWrapper;
use tokenizers::{NormalizedString, Normalizer};

/// Bytes that a step may make of a text at most, and that may be left of them: the texts of real
/// models are at most 1 MiB long and grow by little, but one of their steps could by 33.
const MOST_BEFORE_A_STEP: usize = 40 << 20;
const MOST_AFTER_A_STEP: usize = 16 << 20;

/// A Unicode normalization form makes at most 18 characters of one.
const OF_UNICODE: usize = 18;

pub struct Growth {
    steps: Vec<(NormalizerWrapper, usize)>,
    bound: usize,
}

impl Growth {
    pub fn of(normalizer: Option<&NormalizerWrapper>) -> Growth {
        let mut steps = Vec::new();
        if let Some(normalizer) = normalizer {
            add_steps(normalizer, &mut steps);
        }
        let bound = steps.iter().fold(1, |all: usize, (_, one)| all.saturating_mul(*one));
        Growth { steps, bound }
    }

    /// Real models need no more than a product: only what could grow is normalized here, too.
    pub fn check(&self, text: &str) -> Result<(), String> {
        if text.len().saturating_mul(self.bound) <= MOST_BEFORE_A_STEP {
            return Ok(());
        }
        let mut normalized = NormalizedString::from(text);
        for (step, most) in &self.steps {
            let before = normalized.get().len();
            if before.saturating_mul(*most) > MOST_BEFORE_A_STEP {
                return Err(too_long(text, before.saturating_mul(*most)));
            }
            step.normalize(&mut normalized).map_err(|e| e.to_string())?;
            if normalized.get().len() > MOST_AFTER_A_STEP {
                return Err(too_long(text, normalized.get().len()));
            }
        }
        Ok(())
    }
}

fn too_long(text: &str, to: usize) -> String {
    format!("its normalizer could make {to} bytes of a text of {}; more than any model needs", text.len())
}

fn add_steps(normalizer: &NormalizerWrapper, steps: &mut Vec<(NormalizerWrapper, usize)>) {
    if let NormalizerWrapper::Sequence(sequence) = normalizer {
        for part in sequence.as_ref() {
            add_steps(part, steps);
        }
    } else {
        steps.push((normalizer.clone(), most_of(normalizer)));
    }
}

/// Of a byte, so many at most.
fn most_of(normalizer: &NormalizerWrapper) -> usize {
    match normalizer {
        NormalizerWrapper::Replace(replace) => most_of_replace(replace),
        NormalizerWrapper::Precompiled(map) => most_of_map(map).unwrap_or(usize::MAX),
        NormalizerWrapper::Prepend(prepend) => 1 + prepend.prepend.len(),
        NormalizerWrapper::StripNormalizer(_) | NormalizerWrapper::StripAccents(_) => 1,
        NormalizerWrapper::BertNormalizer(_) | NormalizerWrapper::Lowercase(_) => 3,
        _ => OF_UNICODE,
    }
}

fn most_of_replace(replace: &Replace) -> usize {
    let fields = serde_json::to_value(replace).unwrap_or_default();
    match fields["pattern"]["String"].as_str().map(str::len) {
        Some(length @ 1..) => 1 + replace.content.len() / length,
        _ => 1 + replace.content.len(), // an expression that may stand for nothing
    }
}

/// The longest text of the map's, which end with a zero; they follow its trie, of known length.
fn most_of_map(map: &Precompiled) -> Option<usize> {
    let fields = serde_json::to_value(map).ok()?;
    let bytes = base64::decode(fields["precompiled_charsmap"].as_str()?).ok()?;
    let trie = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?) as usize;
    let texts = bytes.get(4 + trie / 4 * 4..)?;
    texts.split(|byte| *byte == 0).map(<[u8]>::len).max().map(|most| most.max(1))
}

/// Each of its levels of bytes may double a text.
pub fn check_pre_tokenizer(pre_tokenizer: &PreTokenizerWrapper) -> Result<(), String> {
    let levels = serde_json::to_value(pre_tokenizer).map(|fields| count_byte_levels(&fields));
    match levels {
        Ok(0..=2) => Ok(()),
        _ => Err("its pre_tokenizer multiplies texts: it has several of type ByteLevel".to_string()),
    }
}

fn count_byte_levels(fields: &Value) -> usize {
    match fields {
        Value::Object(members) if members.get("type") == Some(&Value::from("ByteLevel")) => 1,
        Value::Object(members) => members.values().map(count_byte_levels).sum(),
        Value::Array(parts) => parts.iter().map(count_byte_levels).sum(),
        _ => 0,
    }
}
