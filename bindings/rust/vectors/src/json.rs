//! The canonical form of test/vectors/README.md.

use std::fmt::Write;

/// One line.
#[derive(Default)]
pub struct Json {
    text: String,
    /// In the innermost object or list nothing was written yet.
    first: bool,
}

impl Json {
    pub fn object(tell: impl FnOnce(&mut Json)) -> String {
        let mut json = Json { text: "{".to_owned(), first: true };
        tell(&mut json);
        json.text + "}\n"
    }

    fn key(&mut self, key: &str) {
        if !std::mem::take(&mut self.first) {
            self.text.push(',');
        }
        if !key.is_empty() {
            write!(self.text, "\"{key}\":").unwrap();
        }
    }

    pub fn small(&mut self, key: &str, value: impl Into<u32>) {
        self.key(key);
        write!(self.text, "{}", value.into()).unwrap();
    }

    pub fn big(&mut self, key: &str, value: u64) {
        self.key(key);
        write!(self.text, "\"{value}\"").unwrap();
    }

    pub fn bytes(&mut self, key: &str, bytes: &[u8]) {
        self.key(key);
        self.text.push('"');
        for byte in bytes {
            write!(self.text, "{byte:02x}").unwrap();
        }
        self.text.push('"');
    }

    pub fn text(&mut self, key: &str, text: &[u8]) {
        self.key(key);
        self.text.push('"');
        for &byte in text {
            match byte {
                b'"' | b'\\' | 0..=0x1f | 0x7f.. => write!(self.text, "\\u00{byte:02x}").unwrap(),
                _ => self.text.push(char::from(byte)),
            }
        }
        self.text.push('"');
    }

    fn nested(&mut self, key: &str, brackets: [char; 2], tell: impl FnOnce(&mut Json)) {
        self.key(key);
        self.text.push(brackets[0]);
        self.first = true;
        tell(self);
        self.text.push(brackets[1]);
        self.first = false;
    }

    pub fn inner(&mut self, key: &str, tell: impl FnOnce(&mut Json)) {
        self.nested(key, ['{', '}'], tell);
    }

    pub fn list<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        mut tell: impl FnMut(&mut Json, T),
    ) {
        self.nested(key, ['[', ']'], |json| {
            for item in items {
                tell(json, item);
            }
        });
    }

    pub fn words(&mut self, key: &str, words: &[u64]) {
        self.list(key, words, |json, word| json.big("", *word));
    }
}
