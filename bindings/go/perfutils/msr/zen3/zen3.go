// Package zen3 is empty, as that of perf-utils.
package zen3
