//! Names the fault of a tokenizer.json that the library refuses, in sonde's words.

use std::panic::{catch_unwind, AssertUnwindSafe};

use serde::de::DeserializeOwned;
use serde::Deserialize;
use serde_json::Value;
use tokenizers::{
    AddedToken, DecoderWrapper, ModelWrapper, NormalizerWrapper, PaddingParams,
    PostProcessorWrapper, PreTokenizerWrapper, Tokenizer, TruncationParams,
};

const LONGEST_WORDS: usize = 120;

#[derive(Deserialize)]
struct NumberedToken {
    #[allow(dead_code)]
    id: u32,
    #[allow(dead_code)]
    #[serde(flatten)]
    token: AddedToken,
}

/// None if the part can be read, otherwise the library's words.
type Reads = fn(&Value) -> Option<String>;

fn reads<T: DeserializeOwned>(part: &Value) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| serde_json::from_value::<T>(part.clone()))) {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => Some(error.to_string()),
        Err(_) => Some(String::new()),
    }
}

const PARTS: [(&str, Reads); 8] = [
    ("truncation", reads::<Option<TruncationParams>>),
    ("padding", reads::<Option<PaddingParams>>),
    ("added_tokens", reads::<Vec<NumberedToken>>),
    ("normalizer", reads::<Option<NormalizerWrapper>>),
    ("pre_tokenizer", reads::<Option<PreTokenizerWrapper>>),
    ("post_processor", reads::<Option<PostProcessorWrapper>>),
    ("decoder", reads::<Option<DecoderWrapper>>),
    ("model", reads::<ModelWrapper>),
];

/// The library's words in brackets, without places, if a user can make something of them.
pub fn in_brackets(words: &str) -> String {
    let words = words.lines().next().unwrap_or("");
    let words = words.split(" at line ").next().unwrap_or("").replace('`', "'");
    // The library names one of several by chance.
    if words.starts_with("missing field") {
        return " (a field is missing)".to_string();
    }
    let inner = ["untagged", "struct ", ".rs", "::", "Error(", "slice"];
    let is_inner = inner.iter().any(|sign| words.contains(sign));
    if words.is_empty() || is_inner || words.len() > LONGEST_WORDS {
        return String::new();
    }
    format!(" ({words})")
}

fn fault_of_part(name: &str, part: &Value, words: &str) -> String {
    let kind = part["type"].as_str().map_or(String::new(), |kind| format!(" of the type '{kind}'"));
    format!("its '{name}'{kind} has a form or values that the library does not read{}", in_brackets(words))
}

fn fault_of(json: &[u8]) -> String {
    let file: Value = match serde_json::from_slice(json) {
        Ok(file) => file,
        Err(error) if error.is_eof() => return "it ends too early".to_string(),
        Err(_) => return "it is not valid JSON".to_string(),
    };
    let Some(parts) = file.as_object() else {
        return "it is not a JSON object".to_string();
    };
    match parts.get("version") {
        Some(version) if version != "1.0" => return format!("its version is {version}, not \"1.0\""),
        _ => {}
    }
    if parts.get("model").map_or(true, Value::is_null) {
        return "its 'model' is missing".to_string();
    }
    let faults = PARTS.iter().filter_map(|(name, reads)| {
        let part = parts.get(*name)?;
        reads(part).map(|words| fault_of_part(name, part, &words))
    });
    faults.into_iter().next().unwrap_or("its parts do not fit together".to_string())
}

/// The library's place, for `tokenizer.cpp`, which takes it off.
fn place_in(error: &str) -> &str {
    error.rfind(" at line ").map_or("", |at| &error[at..])
}

/// Reads a tokenizer.json.
pub fn parse(json: &[u8]) -> Result<Tokenizer, String> {
    let words = match catch_unwind(AssertUnwindSafe(|| Tokenizer::from_bytes(json))) {
        Ok(Ok(tokenizer)) => return Ok(tokenizer),
        Ok(Err(error)) => error.to_string(),
        Err(_) => String::new(),
    };
    Err(format!("{}{}", fault_of(json), place_in(&words)))
}

/// The library gives no tokens of a text.
pub fn of_text(error: impl std::fmt::Display) -> String {
    format!("its parts do not fit together{}", in_brackets(&error.to_string()))
}
