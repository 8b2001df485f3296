// Package ablation is the model of a study: rows (one per benchmark
// configuration), the report that holds them, and what follows from them by
// rule: ranking, winners, top five, capacity, fronts.
//
// In: samples from package ingest, or the files that this package wrote
// (ablation.json, CSV), or the reference study's schema 1 files. Out: plain
// values. It knows no renderer, no flag and no clock.
//
// The road through the package:
//
//	ingest records ──Collector──▶ Report (rows, environments, units, catalog)
//	Report ──NewStudy──▶ Study (configs ranked, cells, references, winners, …)
//
// Every rule about what is "ok", how rows rank, what may be compared and which
// variant has which colour slot stands here once; pages and plots only show.
package ablation
