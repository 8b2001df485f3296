package ablation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/fftstudy/fftstudy/benchx/wire"
)

func writeFolder(t require.TestingT, r *Report) fstest.MapFS {
	s := NewStudy(r, StudyOptions{})
	folder := fstest.MapFS{}
	for name, write := range map[string]func(io.Writer) error{
		RowsFile:   func(w io.Writer) error { return WriteRowsCSV(w, s) },
		MetaFile:   func(w io.Writer) error { return WriteMetaCSV(w, r) },
		Top5File:   func(w io.Writer) error { return WriteTop5CSV(w, s) },
		LimitsFile: func(w io.Writer) error { return WriteLimitsCSV(w, s) },
	} {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		folder[name] = &fstest.MapFile{Data: b.Bytes()}
	}
	return folder
}

func TestCSVGoldens(t *testing.T) {
	for name, file := range writeFolder(t, sampleReport()) {
		golden(t, name, string(file.Data))
	}
}

func TestCSVComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyReport(false).Draw(t, "report")
		got, err := ReadCSV(writeFolder(t, want))
		require.NoError(t, err)
		same(t, want, got, false)
	})
}

// TestCSVRanksAsTheReportDoes: the files hold all that ranking needs.
func TestCSVRanksAsTheReportDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := NewStudy(anyReport(true).Draw(t, "report"), StudyOptions{})
		r, err := ReadCSV(writeFolder(t, want.Report))
		require.NoError(t, err)
		got := NewStudy(r, StudyOptions{})
		for i := range want.Configs {
			w, g := want.Configs[i], got.Configs[i]
			if measured(w.Sec) || w.Row.Status != "ok" {
				assert.Equal(t, w.Row.FullName(), g.Row.FullName())
				assert.Equal(t, w.Rank, g.Rank)
			}
		}
		require.Len(t, got.Contests, len(want.Contests))
		for i := range want.Contests {
			assert.Equal(t, want.Contests[i].Tied, got.Contests[i].Tied)
		}
	})
}

func TestReadFolder(t *testing.T) {
	folder := writeFolder(t, sampleReport())
	r, err := ReadFolder(folder)
	require.NoError(t, err)
	assert.Nil(t, r.Rows[0].Metrics[0].Samples)

	var b bytes.Buffer
	require.NoError(t, WriteJSON(&b, sampleReport()))
	folder[JSONFile] = &fstest.MapFile{Data: b.Bytes()}
	r, err = ReadFolder(folder)
	require.NoError(t, err)
	assert.Len(t, r.Rows[0].Metrics[0].Samples, 6, "the JSON file holds more")

	folder[JSONFile] = &fstest.MapFile{Data: []byte("{")}
	_, err = ReadFolder(folder)
	assert.ErrorContains(t, err, "ablation.json: ")
	_, err = ReadFolder(fstest.MapFS{})
	assert.ErrorContains(t, err, RowsFile)
}

func TestReadRowsWithoutMeta(t *testing.T) {
	folder := writeFolder(t, sampleReport())
	r, err := ReadRowsCSV(bytes.NewReader(folder[RowsFile].Data))
	require.NoError(t, err)
	assert.Len(t, r.Environments, 2, "two places, unknown but not the same")
	assert.Equal(t, []int{0, 0, 0, 0, 1}, []int{r.Rows[0].Env, r.Rows[1].Env, r.Rows[2].Env, r.Rows[3].Env, r.Rows[4].Env})
	assert.Equal(t, []int{64}, r.NFFTs)
	assert.Equal(t, Catalog{
		{Name: "butterfly_q8", Tier: "B", Slot: -1}, {Name: "gonum", Tier: "baseline", Slot: -1}, {Name: "op_fft", Tier: "baseline", Slot: -1},
	}, r.Catalog)
}

func TestReadCSVAfterASpreadsheet(t *testing.T) {
	// A spreadsheet adds a BOM and CRLF, and may move columns.
	text := "\ufefftier,variant,direction,status,note,name,procs,env,iters,ms,samples,max_err,unit:B/s,ms_lo,ms_hi\r\n" +
		",x,,ok,\"two\r\nlines\",Encode/small,,,5,1.5,6,,3e8,1,\r\n"
	r, err := ReadRowsCSV(strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, r.Rows, 1)
	x := r.Rows[0]
	assert.Equal(t, "Encode/small", x.FullName())
	assert.Equal(t, "two\nlines", x.Note)
	assert.Equal(t, []float64{1.5e-3, 1e-3}, []float64{x.Metrics[0].Median, x.Metrics[0].Lo})
	assert.Equal(t, 3e8, x.Metric("B/s").Median)
}

func TestReadCSVErrors(t *testing.T) {
	folder := writeFolder(t, sampleReport())
	rows := string(folder[RowsFile].Data)
	read := func(text string) error {
		_, err := ReadCSV(fstest.MapFS{RowsFile: {Data: []byte(text)}, MetaFile: folder[MetaFile]})
		return err
	}
	require.NoError(t, read(rows))
	assert.ErrorContains(t, read(strings.Replace(rows, ",ok,", ",fine,", 1)), `ablation_rows.csv: line 2, column status: no status "fine"`)
	assert.ErrorContains(t, read(strings.Replace(rows, "cap,", "cape,", 1)), `line 4, column limiter: no limiter "cape"`)
	assert.ErrorContains(t, read(strings.Replace(rows, ",env", ",procs", 1)), "column procs stands twice")
	_, err := ReadCSV(fstest.MapFS{RowsFile: folder[RowsFile], MetaFile: {Data: []byte("key,value\nlonely\n")}})
	assert.ErrorContains(t, err, "ablation_meta.csv: line 2: want key,value")
}

func TestWriteErrorsComeOut(t *testing.T) {
	full := errors.New("disk full")
	s := NewStudy(sampleReport(), StudyOptions{})
	assert.ErrorIs(t, WriteRowsCSV(failingWriter{full}, s), full)
	assert.ErrorIs(t, WriteMetaCSV(failingWriter{full}, s.Report), full)
	assert.ErrorIs(t, WriteJSON(failingWriter{full}, s.Report), full)
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func FuzzReadRowsCSV(f *testing.F) {
	for _, name := range []string{"testdata/ablation_rows.csv", "testdata/legacy/ablation_rows.csv"} {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		meta, err := os.ReadFile(strings.Replace(name, "rows", "meta", 1))
		require.NoError(f, err)
		f.Add(text, meta)
	}
	f.Fuzz(func(t *testing.T, rows, meta []byte) {
		r, err := ReadCSV(fstest.MapFS{RowsFile: {Data: rows}, MetaFile: {Data: meta}})
		if err != nil {
			return
		}
		exercise(t, r)
	})
}

// TestReadCSVBoundsFacts as the Collector does: the facts of an environment
// stay few, and reading many of them takes no longer than reading the file.
func TestReadCSVBoundsFacts(t *testing.T) {
	var meta strings.Builder
	meta.WriteString("key,value\nenv.0.f0,first\n")
	for i := range 50_000 {
		fmt.Fprintf(&meta, "env.0.f%d,v\n", i+1)
	}
	meta.WriteString("env.0.commit,abc\n")
	folder := writeFolder(t, reportOf(nil, row("X", exactly(1))))
	folder[MetaFile].Data = []byte(meta.String())
	r, err := ReadCSV(folder)
	require.NoError(t, err)
	e := r.Environments[0]
	assert.Len(t, e.Facts, maxFacts)
	assert.Equal(t, wire.Fact{Key: "f0", Value: "first"}, e.Facts[0])
	assert.Equal(t, "abc", e.Commit)
	require.Len(t, r.Problems, 1)
	assert.Equal(t, "environment 0 has more facts than a report keeps; 49745 were dropped", r.Problems[0].Msg)
}
