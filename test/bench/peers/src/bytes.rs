//! perf-event-data, perf-event2's parser, on the ring's bytes.

use perf_event::data::endian::Native;
use perf_event::data::parse::{ParseConfig, Parser};
use perf_event::data::{RecordMetadata, Sample, Visitor};

use crate::event2;
use crate::ring::{Ring, Source, Sum};
use crate::Reader;

pub struct Parsing(ParseConfig<Native>);

struct Summing;

impl Visitor<'_> for Summing {
    type Output = Option<u64>;

    fn visit_unimplemented(self, _: RecordMetadata) -> Self::Output {
        None
    }

    fn visit_sample(self, sample: Sample, _: RecordMetadata) -> Self::Output {
        Some(event2::sum(&sample))
    }
}

impl Reader for Parsing {
    fn open(source: &Source) -> Option<Self> {
        Some(Self(ParseConfig::from(*event2::builder(source).attrs())))
    }

    fn drain(&mut self, ring: &Ring) -> Sum {
        let mut all = Sum::default();
        ring.for_each(|record| {
            let mut parser = Parser::new(record, self.0.clone());
            if let Ok(Some(sample)) = parser.parse_record(Summing) {
                all.add(sample);
            }
        });
        all
    }
}
