//! A small C interface to Hugging Face's tokenizers; `tokenizer.cpp` declares and uses it.
//!
//! No panic leaves a function or prints. What is handed out goes through a callback
//! before the function returns, so no memory changes owners.

mod faults;
mod growth;
mod rules;

use std::ffi::c_void;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::sync::Once;

use growth::Growth;
use serde::Deserialize;
use tokenizers::models::ModelWrapper;
use tokenizers::normalizers::{Lowercase, NormalizerWrapper, Sequence};
use tokenizers::{Model, Tokenizer, TruncationDirection};

type TakeText = extern "C" fn(to: *mut c_void, text: *const u8, size: usize);
type TakeIds = extern "C" fn(to: *mut c_void, ids: *const u32, count: usize);

pub struct Loaded {
    tokenizer: Tokenizer,
    unknown: Option<u32>,
    cuts_left: bool,
    growth: Growth,
}

/// Runs `body`; hands the text of an error or panic to `take` and returns None.
fn guarded<T>(
    to: *mut c_void,
    take: TakeText,
    body: impl FnOnce() -> Result<T, String>,
) -> Option<T> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| set_hook(Box::new(|_| {})));
    let error = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => return Some(value),
        Ok(Err(error)) => error,
        Err(panic) => format!("the tokenizer library failed{}", faults::in_brackets(panic_text(&*panic))),
    };
    take(to, error.as_ptr(), error.len());
    None
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?")
}

/// An empty slice may come with a null pointer.
unsafe fn slice<'a>(data: *const u8, size: usize) -> &'a [u8] {
    if size == 0 { &[] } else { std::slice::from_raw_parts(data, size) }
}

unsafe fn text<'a>(data: *const u8, size: usize) -> Result<&'a str, String> {
    std::str::from_utf8(slice(data, size)).map_err(|e| format!("the text is not valid UTF-8: {e}"))
}

/// The library looks for the unknown token only when it needs it; we look at once.
fn id_of_unknown(model: &ModelWrapper, token: &str) -> Result<Option<u32>, String> {
    let id = model.token_to_id(token);
    id.map(Some).ok_or(format!("its unk_token '{token}' is not in its vocabulary"))
}

/// Unigram keeps the place of its unknown token to itself.
fn unigram_unknown(json: &[u8]) -> Result<Option<u32>, String> {
    #[derive(Deserialize)]
    struct File {
        model: Part,
    }
    #[derive(Deserialize)]
    struct Part {
        unk_id: Option<u32>,
    }
    let file: File = serde_json::from_slice(json).map_err(|e| e.to_string())?;
    Ok(file.model.unk_id)
}

fn unknown(model: &ModelWrapper, json: &[u8]) -> Result<Option<u32>, String> {
    match model {
        ModelWrapper::WordPiece(part) => id_of_unknown(model, &part.unk_token),
        ModelWrapper::WordLevel(part) => id_of_unknown(model, &part.unk_token),
        ModelWrapper::BPE(part) => match &part.unk_token {
            Some(token) => id_of_unknown(model, token),
            None => Ok(None),
        },
        ModelWrapper::Unigram(_) => unigram_unknown(json),
    }
}

/// A BPE that was trained with dropout leaves merges out by chance.
fn drop_dropout(tokenizer: &mut Tokenizer) {
    if let ModelWrapper::BPE(part) = tokenizer.get_model() {
        if part.dropout.is_some() {
            let mut certain = part.clone();
            certain.dropout = None;
            tokenizer.with_model(certain);
        }
    }
}

fn lower_first(tokenizer: &mut Tokenizer) -> Result<(), String> {
    let normalizer = tokenizer.get_normalizer().cloned();
    let parts = std::iter::once(Lowercase.into()).chain(normalizer);
    let all: NormalizerWrapper = Sequence::new(parts.collect()).into();
    tokenizer.with_normalizer(Some(all)).map_err(|e| e.to_string())?;
    Ok(())
}

fn load(json: &[u8], rules: &[u8], lowers: bool) -> Result<Loaded, String> {
    let mut tokenizer = faults::parse(json)?;
    let truncation = tokenizer.get_truncation();
    let cuts_left = truncation.is_some_and(|t| t.direction == TruncationDirection::Left);
    tokenizer.with_padding(None);
    tokenizer.with_truncation(None).map_err(|e| e.to_string())?;
    drop_dropout(&mut tokenizer);
    let unknown = unknown(tokenizer.get_model(), json)?;
    rules::apply(&mut tokenizer, rules, unknown)?;
    if lowers {
        lower_first(&mut tokenizer)?;
    }
    if let Some(pre_tokenizer) = tokenizer.get_pre_tokenizer() {
        growth::check_pre_tokenizer(pre_tokenizer)?;
    }
    let growth = Growth::of(tokenizer.get_normalizer());
    Ok(Loaded { tokenizer, unknown, cuts_left, growth })
}

/// A tokenizer to be freed by `sonde_tokenizer_free`, or null after an error.
///
/// # Safety
/// `json` must point to `size` bytes, `rules` to `rules_size`.
#[no_mangle]
pub unsafe extern "C" fn sonde_tokenizer_load(
    json: *const u8,
    size: usize,
    rules: *const u8,
    rules_size: usize,
    lowers: bool,
    to: *mut c_void,
    error: TakeText,
) -> *mut Loaded {
    let loaded = guarded(to, error, || load(slice(json, size), slice(rules, rules_size), lowers));
    loaded.map_or(std::ptr::null_mut(), |loaded| Box::into_raw(Box::new(loaded)))
}

/// # Safety
/// `loaded` must come from `sonde_tokenizer_load`, once.
#[no_mangle]
pub unsafe extern "C" fn sonde_tokenizer_free(loaded: *mut Loaded) {
    let _ = catch_unwind(AssertUnwindSafe(|| drop(Box::from_raw(loaded))));
}

/// Hands out the ids of a UTF-8 text: to `take` once, or not at all after an error.
///
/// # Safety
/// `data` must point to `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sonde_tokenizer_encode(
    loaded: &Loaded,
    data: *const u8,
    size: usize,
    special: bool,
    to: *mut c_void,
    take: TakeIds,
    error: TakeText,
) {
    let encoding = guarded(to, error, || {
        let text = text(data, size)?;
        loaded.growth.check(text)?;
        let encoding = loaded.tokenizer.encode_fast(text, special).map_err(faults::of_text)?;
        match encoding.get_ids().iter().find(|id| **id > i32::MAX as u32) {
            Some(id) => Err(format!("the token id {id} is too large")),
            None => Ok(encoding),
        }
    });
    if let Some(encoding) = encoding {
        take(to, encoding.get_ids().as_ptr(), encoding.get_ids().len());
    }
}

/// Hands out where each token begins, in bytes of the text, as `sonde_tokenizer_encode` does ids;
/// without special tokens.
///
/// # Safety
/// `data` must point to `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sonde_tokenizer_starts(
    loaded: &Loaded,
    data: *const u8,
    size: usize,
    to: *mut c_void,
    take: TakeIds,
    error: TakeText,
) {
    let starts = guarded(to, error, || {
        let text = text(data, size)?;
        loaded.growth.check(text)?;
        let encoding = loaded.tokenizer.encode(text, false).map_err(faults::of_text)?;
        Ok(encoding.get_offsets().iter().map(|(start, _)| *start as u32).collect::<Vec<_>>())
    });
    if let Some(starts) = starts {
        take(to, starts.as_ptr(), starts.len());
    }
}

/// The id of a token, or -1.
///
/// # Safety
/// `data` must point to `size` bytes.
#[no_mangle]
pub unsafe extern "C" fn sonde_tokenizer_id_of(
    loaded: &Loaded,
    data: *const u8,
    size: usize,
) -> i64 {
    let find = || loaded.tokenizer.token_to_id(text(data, size).ok()?);
    catch_unwind(AssertUnwindSafe(find)).ok().flatten().map_or(-1, i64::from)
}

/// Hands out the token of an id, where there is one.
#[no_mangle]
pub extern "C" fn sonde_tokenizer_token_of(
    loaded: &Loaded,
    id: u32,
    to: *mut c_void,
    take: TakeText,
) {
    let find = || loaded.tokenizer.id_to_token(id);
    if let Ok(Some(token)) = catch_unwind(AssertUnwindSafe(find)) {
        take(to, token.as_ptr(), token.len());
    }
}

/// How many tokens there are, added ones included.
#[no_mangle]
pub extern "C" fn sonde_tokenizer_size(loaded: &Loaded) -> usize {
    let count = || loaded.tokenizer.get_vocab_size(true);
    catch_unwind(AssertUnwindSafe(count)).unwrap_or(0)
}

/// The id of the unknown token, or -1.
#[no_mangle]
pub extern "C" fn sonde_tokenizer_unknown(loaded: &Loaded) -> i64 {
    loaded.unknown.map_or(-1, i64::from)
}

/// Whether the file's own truncation, which is switched off, takes from the start of a text.
#[no_mangle]
pub extern "C" fn sonde_tokenizer_cuts_left(loaded: &Loaded) -> bool {
    loaded.cuts_left
}
