//! linux-perf-event-reader on the ring's bytes.

use byteorder::LittleEndian;
use linux_perf_event_reader::{
    Endianness, EventRecord, PerfEventAttr, PerfEventHeader, RawData, RawDataU64, RawEventRecord,
    RecordParseInfo, RecordType, Regs, SampleRecord,
};

use crate::ring::{Ring, Source, Sum};
use crate::Reader;

pub struct Parsing {
    info: RecordParseInfo,
    /// Those that samples have.
    registers: Vec<u64>,
}

pub fn sum_of_chain(chain: &RawDataU64) -> u64 {
    let entries = (0..chain.len()).filter_map(|i| chain.get(i));
    entries.fold(0, u64::wrapping_add)
}

fn sum_of_stack(mut stack: RawData) -> u64 {
    let size = stack.len() as u64;
    stack
        .read_u64::<LittleEndian>()
        .unwrap_or(0)
        .wrapping_add(size)
}

impl Parsing {
    fn sum_of_registers(&self, values: &Regs) -> u64 {
        let values = self.registers.iter().filter_map(|i| values.get(*i));
        values.fold(0, u64::wrapping_add)
    }

    /// All that the crate tells of a sample: not the ABI of the registers.
    fn sum(&self, sample: &SampleRecord) -> u64 {
        let mut sum = sample.ip.unwrap_or(0);
        let mut add = |value: u64| sum = sum.wrapping_add(value);
        add(sample.pid.unwrap_or(0) as u64);
        add(sample.tid.unwrap_or(0) as u64);
        add(sample.timestamp.unwrap_or(0));
        add(sample.cpu.unwrap_or(0).into());
        add(sample.period.unwrap_or(0));
        add(sample.callchain.as_ref().map_or(0, sum_of_chain));
        add(sample
            .user_regs
            .as_ref()
            .map_or(0, |r| self.sum_of_registers(r)));
        if let Some((stack, used)) = sample.user_stack {
            add(sum_of_stack(stack));
            add(used);
        }
        sum
    }

    fn parse(&self, record: &[u8]) -> std::io::Result<Option<u64>> {
        let (header, body) = record.split_at(PerfEventHeader::STRUCT_SIZE);
        let header = PerfEventHeader::parse::<_, LittleEndian>(header)?;
        let kind = RecordType(header.type_);
        let raw = RawEventRecord::new(kind, header.misc, RawData::Single(body), self.info);
        Ok(match raw.parse()? {
            EventRecord::Sample(sample) => Some(self.sum(&sample)),
            _ => None,
        })
    }
}

impl Reader for Parsing {
    fn open(source: &Source) -> Option<Self> {
        let (attr, _) = PerfEventAttr::parse::<_, LittleEndian>(source.attr).ok()?;
        let mask = attr.sample_regs_user;
        Some(Self {
            info: RecordParseInfo::new(&attr, Endianness::LittleEndian),
            registers: (0..64).filter(|i| mask >> i & 1 != 0).collect(),
        })
    }

    fn drain(&mut self, ring: &Ring) -> Sum {
        let mut all = Sum::default();
        ring.for_each(|record| {
            if let Ok(Some(sample)) = self.parse(record) {
                all.add(sample);
            }
        });
        all
    }
}
