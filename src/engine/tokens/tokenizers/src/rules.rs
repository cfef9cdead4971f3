//! What transformers' tokenizer class makes of a tokenizer.json. `tokenizer_class.cpp` writes it.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use serde_json::Value;
use tokenizers::models::ModelWrapper;
use tokenizers::{AddedToken, AddedVocabulary, Model, Tokenizer};

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Rules {
    class: String,
    build: Option<Build>,
    decoder: Option<BTreeMap<u32, AddedToken>>,
    before: BTreeMap<u32, AddedToken>,
    named: Vec<AddedToken>,
    plainly: bool,
}

#[derive(Deserialize)]
struct Build {
    model: String,
    normalizer: Value,
    pre_tokenizer: Value,
    has_byte_tokens: bool,
    unknown: Value,
    frame: Option<Frame>,
}

#[derive(Deserialize)]
struct Frame {
    first: Vec<String>,
    last: Vec<String>,
}

/// What to do about a contradiction, for `tokenizer.cpp`, after the message.
const AS_IT_IS: &str = "\n\"tokenizer_class\": \"TokenizersBackend\" in tokenizer_config.json takes tokenizer.json as it is";
const SAVE: &str = "\nsave the tokenizer again with transformers, or remove what is wrong";

fn text_of<T: serde::Serialize>(part: &Option<T>) -> Result<Value, String> {
    serde_json::to_value(part).map_err(|e| e.to_string())
}

fn type_of(model: &ModelWrapper) -> &'static str {
    match model {
        ModelWrapper::WordPiece(_) => "WordPiece",
        ModelWrapper::WordLevel(_) => "WordLevel",
        ModelWrapper::BPE(_) => "BPE",
        ModelWrapper::Unigram(_) => "Unigram",
    }
}

/// The compiled rules of SentencePiece in a normalizer.
fn compiled(normalizer: &Value) -> Option<Value> {
    if normalizer["type"] == "Precompiled" {
        return Some(normalizer.clone());
    }
    normalizer["normalizers"].as_array()?.iter().find_map(compiled)
}

/// Puts the file's compiled rules in place of "Precompiled", or removes it if the file has none.
fn with_compiled(part: Value, rules: &Option<Value>) -> Value {
    let is_compiled = |part: &Value| part["type"] == "Precompiled";
    if is_compiled(&part) {
        return rules.clone().unwrap_or(Value::Null);
    }
    let mut part = part;
    if let Some(list) = part.get_mut("normalizers").and_then(Value::as_array_mut) {
        let filled: Vec<_> = list.drain(..).map(|one| with_compiled(one, rules)).collect();
        list.extend(filled.into_iter().filter(|one| !one.is_null()));
    }
    part
}

/// Whether any part of the file has this type.
fn has_type(part: &Value, name: &str) -> bool {
    part["type"] == name
        || part["pretokenizers"].as_array().is_some_and(|all| all.iter().any(|p| has_type(p, name)))
}

fn check_unknown(
    tokenizer: &Tokenizer,
    unknown: Option<u32>,
    rules: &Rules,
    build: &Build,
) -> Result<(), String> {
    let wanted = match &build.unknown {
        Value::String(token) => tokenizer.get_model().token_to_id(token),
        Value::Number(id) => id.as_u64().map(|id| id as u32),
        _ => return Ok(()),
    };
    if wanted == unknown {
        return Ok(());
    }
    let (class, token) = (&rules.class, &build.unknown);
    Err(format!("contradicts tokenizer_config.json: the unknown token of {class} is {token}{SAVE}"))
}

/// Compares the special tokens around a text.
fn check_frame(tokenizer: &Tokenizer, rules: &Rules, frame: &Frame) -> Result<(), String> {
    let encode = |special| {
        let encoding = tokenizer.encode_fast("a", special).map_err(|e| e.to_string())?;
        Ok::<_, String>(encoding.get_ids().to_vec())
    };
    let ids = |tokens: &[String]| -> Vec<u32> {
        tokens.iter().map(|t| tokenizer.token_to_id(t).unwrap_or(u32::MAX)).collect()
    };
    let wanted = [ids(&frame.first), encode(false)?, ids(&frame.last)].concat();
    if encode(true)? == wanted {
        return Ok(());
    }
    let (class, first, last) = (&rules.class, frame.first.join(" "), frame.last.join(" "));
    Err(format!(
        "contradicts tokenizer_config.json: {class} surrounds a text by '{first}' and '{last}'{SAVE}"
    ))
}

/// A class sets these, whatever the file has.
fn set_switches(tokenizer: &mut Tokenizer, has_byte_tokens: bool) {
    if let ModelWrapper::BPE(model) = tokenizer.get_model() {
        let wanted = (has_byte_tokens, has_byte_tokens, false);
        if (model.fuse_unk, model.byte_fallback, model.ignore_merges) != wanted {
            let mut model = model.clone();
            (model.fuse_unk, model.byte_fallback, model.ignore_merges) = wanted;
            tokenizer.with_model(model);
        }
    }
}

fn build(tokenizer: &mut Tokenizer, rules: &Rules, build: &Build) -> Result<(), String> {
    let (class, needed, given) = (&rules.class, &build.model, type_of(tokenizer.get_model()));
    if given != needed {
        return Err(format!(
            "contradicts the class {class}, which needs {needed}: this file has {given}{AS_IT_IS}"
        ));
    }
    set_switches(tokenizer, build.has_byte_tokens);
    let file = text_of(&tokenizer.get_normalizer().cloned())?;
    let normalizer = with_compiled(build.normalizer.clone(), &compiled(&file));
    let normalizer: Option<tokenizers::NormalizerWrapper> =
        serde_json::from_value(normalizer).map_err(|e| e.to_string())?;
    let splitter: Option<tokenizers::PreTokenizerWrapper> =
        serde_json::from_value(build.pre_tokenizer.clone()).map_err(|e| e.to_string())?;
    tokenizer.with_normalizer(normalizer).map_err(|e| e.to_string())?;
    tokenizer.with_pre_tokenizer(splitter);
    Ok(())
}

/// Adds tokens in transformers' order.
fn add_tokens(tokenizer: &mut Tokenizer, rules: &Rules, afresh: bool) -> Result<(), String> {
    let filed = tokenizer.get_added_tokens_decoder();
    let mut known: HashSet<String> = HashSet::new();
    let mut by_id: BTreeMap<u32, AddedToken> = rules.before.clone();
    by_id.extend(filed.iter().map(|(id, token)| (*id, token.clone())));
    if let Some(decoder) = &rules.decoder {
        by_id = decoder.clone();
    }
    if afresh {
        tokenizer.with_added_vocabulary(AddedVocabulary::new());
    } else {
        known.extend(filed.values().map(|token| token.content.clone()));
    }
    known.extend(by_id.values().map(|token| token.content.clone()));
    let mut tokens: Vec<_> = by_id.into_values().collect();
    for token in &rules.named {
        if known.insert(token.content.clone()) {
            tokens.push(token.clone());
        }
    }
    if rules.plainly {
        tokens.extend(rules.named.iter().map(|t| AddedToken::from(t.content.clone(), true)));
    }
    tokenizer.add_tokens(tokens).map_err(|e| e.to_string()).map(|_| ())
}

pub fn apply(
    tokenizer: &mut Tokenizer,
    json: &[u8],
    unknown: Option<u32>,
) -> Result<(), String> {
    if json.is_empty() {
        return Ok(());
    }
    let rules: Rules = serde_json::from_slice(json).map_err(|e| e.to_string())?;
    let splitter = text_of(&tokenizer.get_pre_tokenizer().cloned())?;
    // transformers takes such a file as it is.
    let is_llama_3 = rules.class == "LlamaTokenizer" && has_type(&splitter, "ByteLevel");
    let parts = rules.build.as_ref().filter(|_| !is_llama_3);
    if let Some(parts) = parts {
        build(tokenizer, &rules, parts)?;
        check_unknown(tokenizer, unknown, &rules, parts)?;
    }
    let frame = parts.and_then(|parts| parts.frame.as_ref());
    add_tokens(tokenizer, &rules, parts.is_some())?;
    frame.map_or(Ok(()), |frame| check_frame(tokenizer, &rules, frame))
}
