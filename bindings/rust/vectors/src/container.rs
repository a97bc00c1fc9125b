//! The files: attrs and records as bytes.

use perfc::{ByteOrder, Plan};

pub type Failure = Box<dyn std::error::Error>;

/// Bytes that are 8-byte aligned.
pub struct Aligned {
    words: Vec<u64>,
    size: usize,
}

impl Aligned {
    pub fn new(bytes: &[u8]) -> Self {
        let words = bytes
            .chunks(8)
            .map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                u64::from_ne_bytes(word)
            })
            .collect();
        Self { words, size: bytes.len() }
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: so many bytes of the words.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.size) }
    }
}

pub struct Case<'a> {
    pub order: ByteOrder,
    attrs: Vec<(&'a [u8], Vec<u64>)>,
    default: Option<u32>,
    pub records: &'a [u8],
    pub count: usize,
}

impl Case<'_> {
    pub fn plan(&self) -> Result<Plan, Failure> {
        let mut plan = Plan::empty(self.order)?;
        for (attr, ids) in &self.attrs {
            plan.add(attr, ids)?;
        }
        plan.set_default(self.default)?;
        Ok(plan)
    }

    /// For records that were turned into this machine's order.
    pub fn native_plan(&self) -> Result<Plan, Failure> {
        let plan = self.plan()?;
        let mut native = Plan::empty(ByteOrder::Native)?;
        for (index, (_, ids)) in self.attrs.iter().enumerate() {
            native.add(plan.attr_bytes(index as u32).ok_or("an attr is missing")?, ids)?;
        }
        native.set_default(self.default)?;
        Ok(native)
    }

    /// Where the record at `offset` ends, as its header has it.
    pub fn end_of(&self, offset: usize) -> usize {
        let field = [self.records[offset + 6], self.records[offset + 7]];
        let size = match self.order {
            ByteOrder::Big => u16::from_be_bytes(field),
            _ => u16::from_le_bytes(field),
        };
        offset + usize::from(size)
    }
}

pub fn read(path: &str) -> Result<Aligned, Failure> {
    Ok(Aligned::new(&std::fs::read(path)?))
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, size: usize) -> Result<&'a [u8], Failure> {
        if size > self.0.len() {
            return Err("the file is cut short".into());
        }
        let (taken, rest) = self.0.split_at(size);
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, Failure> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into()?))
    }

    fn padded(&mut self, size: usize) -> Result<&'a [u8], Failure> {
        Ok(&self.take(size.next_multiple_of(8))?[..size])
    }
}

fn case<'a>(file: &mut Reader<'a>) -> Result<Case<'a>, Failure> {
    file.take(48)?; // its name
    let order = match file.number()? {
        1 => ByteOrder::Little,
        2 => ByteOrder::Big,
        other => return Err(format!("byte order {other}").into()),
    };
    let (attr_count, count) = (file.number()?, file.number()? as usize);
    let size = file.number()? as usize;
    let default = Some(file.number()?).filter(|&index| index != u32::MAX);
    file.number()?;
    let mut attrs = Vec::new();
    for _ in 0..attr_count {
        let (size, ids) = (file.number()? as usize, file.number()?);
        let attr = file.padded(size)?;
        let ids = (0..ids)
            .map(|_| Ok(u64::from_le_bytes(file.take(8)?.try_into()?)))
            .collect::<Result<_, Failure>>()?;
        attrs.push((attr, ids));
    }
    Ok(Case { order, attrs, default, records: file.padded(size)?, count })
}

pub fn cases(bytes: &Aligned) -> Result<Vec<Case<'_>>, Failure> {
    let mut file = Reader(bytes.bytes());
    if file.take(8)? != b"PERFCVEC" || file.number()? != 2 {
        return Err("not a file of vectors".into());
    }
    let count = file.number()?;
    (0..count).map(|_| case(&mut file)).collect()
}
