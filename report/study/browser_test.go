package study

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A tab is a page of a headless Chromium, and what it complained about.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu         sync.Mutex
	complaints []string
	requests   []string
}

// browser starts a Chromium, or skips the test where there is none and nobody
// requires one.
func browser(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		const why = "no Chromium found on this machine"
		if os.Getenv("BENCHX_REQUIRE_BROWSER") == "1" {
			t.Fatal(why)
		}
		t.Skip(why)
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate("about:blank")))
	return ctx
}

// open shows a page in a new tab of the given width.
func open(t *testing.T, parent context.Context, page, fragment string, width int64, scripts bool) *tab {
	t.Helper()
	file := filepath.Join(t.TempDir(), "study.html")
	require.NoError(t, os.WriteFile(file, []byte(page), 0o666))
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	require.NoError(t, chromedp.Listen(ctx, b.listen))
	call(b, log.Enable, cdp.Empty{})
	call(b, network.Enable, network.EnableParams{})
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 900, DeviceScaleFactor: 1, Mobile: width < 600})
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !scripts})
	address := url.URL{Scheme: "file", Path: file}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(address.String()+fragment)))
	if scripts {
		b.until(`document.documentElement.dataset.ready !== undefined`)
		require.Equal(t, "true", eval[string](b, `document.documentElement.dataset.ready`))
	}
	return b
}

func call[P, R any](b *tab, cmd cdp.Command[P, R], params P) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, cmd, params)
	require.NoError(b.t, err)
}

// listen keeps everything that a clean page never causes.
func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			b.complaints = append(b.complaints, fmt.Sprint("console ", e.Type))
		}
	case *runtime.EventExceptionThrown:
		b.complaints = append(b.complaints, "exception "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded: // violations of the policy, too
		b.complaints = append(b.complaints, "log "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") {
			b.requests = append(b.requests, u)
		}
	}
}

// clean asserts that the page did nothing it must not.
func (b *tab) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	assert.Empty(b.t, b.complaints)
	assert.Empty(b.t, b.requests, "requests that leave the page")
}

func eval[T any](b *tab, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script))
	require.NoError(b.t, err, script)
	return v
}

// until waits for a condition in the page.
func (b *tab) until(condition string) {
	b.t.Helper()
	for !eval[bool](b, condition) {
		select {
		case <-b.ctx.Done():
			require.Fail(b.t, "never became true", condition)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// click presses the element.
func (b *tab) click(selector string) {
	b.t.Helper()
	require.True(b.t, eval[bool](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e?.click(); return Boolean(e); })()`, selector)), selector)
}

// column reads a column of the ranked table as it is shown.
func (b *tab) column(key string) []string {
	b.t.Helper()
	return eval[[]string](b, fmt.Sprintf(`(() => {
		const t = document.querySelector("#ranked-table table");
		const i = [...t.tHead.rows[0].cells].findIndex((c) => c.dataset.key === %q);
		return [...t.tBodies[0].rows].map((r) => r.cells[i].textContent);
	})()`, key))
}

func (b *tab) rangeText() string {
	return eval[string](b, `document.querySelector("#ranked-table .range").textContent`)
}

func TestBrowser(t *testing.T) {
	ctx := browser(t)
	demo := render(t, demoRun().page(t))
	t.Run("sorts", func(t *testing.T) { testSorting(open(t, ctx, demo, "", 1280, true)) })
	t.Run("filters", func(t *testing.T) { testFilters(open(t, ctx, demo, "", 1280, true)) })
	t.Run("exports", func(t *testing.T) {
		testExports(open(t, ctx, demo, "#ranked?variant=gonum&direction=Forward", 1280, true))
	})
	t.Run("theme", func(t *testing.T) { testTheme(open(t, ctx, demo, "", 1280, true)) })
	t.Run("state", func(t *testing.T) {
		testState(open(t, ctx, demo, "#limits?theme=dark&sort=-time&variant=gonum&n=64&page=2&rows=junk&q=baseline", 1280, true))
	})
	t.Run("enhances", func(t *testing.T) { testEnhancements(open(t, ctx, demo, "", 1280, true)) })
	t.Run("no script", func(t *testing.T) { testNoScript(open(t, ctx, demo, "", 1280, false)) })
	t.Run("devices", func(t *testing.T) { testDevices(open(t, ctx, render(t, gpuPage(t)), "#gpu", 1280, true)) })
	models := render(t, modelsPage(t))
	t.Run("models", func(t *testing.T) { testModels(open(t, ctx, models, "#trained?model=learned_e2e_n128_b8", 1280, true)) })
	t.Run("models without script", func(t *testing.T) {
		b := open(t, ctx, models, "", 1280, false)
		assert.Zero(t, eval[int](b, `[...document.querySelectorAll("canvas, button, select")].filter((e) => e.offsetParent).length`))
		assert.Positive(t, eval[int](b, `document.querySelectorAll("#model-0 .figure img").length`))
		b.clean()
	})
	t.Run("large", func(t *testing.T) {
		b := open(t, ctx, render(t, largePage(t)), "", 1280, true)
		assert.LessOrEqual(t, eval[int](b, `document.querySelectorAll("*").length`), 3000)
		assert.Equal(t, "Rows 1–20 of 20\u202f160", b.rangeText())
		b.clean()
	})
	for _, scene := range []string{"baseline", "generic", "hostile", "empty", "odd", "devices", "gpu", "nogpu", "models", "strange"} {
		t.Run("phone "+scene, func(t *testing.T) {
			b := open(t, ctx, render(t, scenes()[scene](t)), "", 360, true)
			assert.LessOrEqual(t, eval[int](b, `document.documentElement.scrollWidth`), 360, "the page scrolls sideways")
			b.clean()
		})
	}
}

// The ratios to the reference on the device sort by value, the reference itself
// last; the navigation leads there.
func testDevices(b *tab) {
	b.click(`#gpu-forward-f32 th[data-key="ratio"] button`)
	texts := eval[[]string](b, `[...document.querySelectorAll("#gpu-forward-f32 tbody tr")].map((r) => r.cells[4].textContent)`)
	require.Len(b.t, texts, 17)
	var ratios []float64
	for _, text := range texts[:8] {
		var ratio float64
		_, err := fmt.Sscanf(text, "%g ", &ratio)
		require.NoError(b.t, err, text)
		ratios = append(ratios, ratio)
	}
	assert.True(b.t, slices.IsSorted(ratios), "%v", ratios)
	assert.Equal(b.t, "—", texts[16])
	assert.True(b.t, eval[bool](b, `Boolean(document.querySelector('nav a[href="#gpu"]'))`))
	assert.Equal(b.t, 2, eval[int](b, `[...document.querySelectorAll("#gpu img")].filter((i) => i.complete && i.naturalWidth > 0 && i.alt.length > 40).length`))
	b.clean()
}

// A landscape turns by pointer and by keyboard, follows the choice of model and
// the colours of the page, and the address keeps the choice.
func testModels(b *tab) {
	t := b.t
	const canvas = `document.querySelector(".turn canvas")`
	picture := func() string {
		eval[bool](b, `(() => { painted = false; requestAnimationFrame(() => requestAnimationFrame(() => { painted = true; })); return true; })()`)
		b.until(`painted`)
		return eval[string](b, canvas+`.toDataURL()`)
	}
	b.until(canvas + `.width > 300`)
	assert.Equal(t, "learned_e2e_n128_b8", eval[string](b, `document.querySelector(".turn select").value`))
	assert.Contains(t, eval[string](b, canvas+`.getAttribute("aria-label")`), "learned_e2e_n128_b8")
	home := picture()
	assert.Greater(t, eval[int](b, `(() => {
		const c = `+canvas+`, d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data, seen = new Set();
		for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
		return seen.size;
	})()`), 30, "a surface has many colours")
	press := func(key string) {
		eval[bool](b, fmt.Sprintf(canvas+`.dispatchEvent(new KeyboardEvent("keydown", {key: %q, cancelable: true}))`, key))
	}
	press("ArrowLeft")
	turned := picture()
	assert.NotEqual(t, home, turned)
	press("Home")
	assert.Equal(t, home, picture())
	eval[bool](b, `(() => {
		const c = `+canvas+`;
		c.setPointerCapture = () => {};
		for (const [type, x] of [["pointerdown", 10], ["pointermove", 60], ["pointerup", 60], ["pointermove", 400]]) c.dispatchEvent(new PointerEvent(type, {clientX: x, clientY: 5}));
		return true;
	})()`)
	assert.NotEqual(t, home, picture())
	b.click(".turn button")
	assert.Equal(t, home, picture())
	eval[bool](b, `(() => { const s = document.querySelector(".turn select"); s.selectedIndex = 0; return s.dispatchEvent(new Event("change")); })()`)
	assert.NotEqual(t, home, picture())
	assert.Contains(t, eval[string](b, `location.hash`), "model=butterfly_unitary_n64")
	light := picture()
	b.click(`#theme input[value="dark"]`)
	assert.NotEqual(t, light, picture(), "the words on it take the page's colours")
	b.clean()
}

// Sorting by time is by value, not by text, with missing rows last both ways.
func testSorting(b *tab) {
	t := b.t
	const head = `#ranked-table th[data-key="time"]`
	values := func() []float64 {
		var out []float64
		for _, text := range b.column("time") {
			out = append(out, readBack(t, text))
		}
		return out
	}
	b.click(head + " button")
	assert.Equal(t, "ascending", eval[string](b, `document.querySelector('`+head+`').getAttribute("aria-sort")`))
	assert.True(t, slices.IsSorted(values()))
	assert.Contains(t, b.column("time")[0], " ns", "nanoseconds come before microseconds")
	b.click(head + " button")
	assert.Equal(t, "descending", eval[string](b, `document.querySelector('`+head+`').getAttribute("aria-sort")`))
	down := values()
	slices.Reverse(down)
	assert.True(t, slices.IsSorted(down))
	for range 20 {
		b.click(`#ranked-table [data-step="1"]`)
	}
	assert.Equal(t, "—", b.column("time")[len(b.column("time"))-1])
	assert.Equal(t, "bench_fail", b.column("status")[len(b.column("status"))-3])
	assert.Contains(t, eval[string](b, `location.hash`), "sort=-time")
	b.click(`#ranked-table th[data-key="tier"] button`)
	assert.Equal(t, "baseline", b.column("tier")[0], "tiers sort as the catalog lists them")
	b.clean()
}

func testFilters(b *tab) {
	t := b.t
	all := b.column("variant")
	require.Len(t, all, 20)
	assert.Equal(t, "Rows 1–20 of 294", b.rangeText())
	choose := func(facet, value string) {
		b.until(fmt.Sprintf(`(() => {
			const box = [...document.querySelectorAll("#ranked-table details.facet")].find((d) => d.querySelector("summary").textContent.startsWith(%q));
			box.open = true;
			const label = [...box.querySelectorAll("label")].find((l) => l.children[1].textContent === %q);
			if (!label) return false;
			label.querySelector("input").click();
			return true;
		})()`, facet, value))
	}
	choose("variant", "gonum")
	assert.Equal(t, "Rows 1–20 of 28 (of 294 in all)", b.rangeText())
	for _, v := range b.column("variant") {
		assert.Equal(t, "gonum", v)
	}
	choose("variant", "op_fft")
	assert.Equal(t, "Rows 1–20 of 42 (of 294 in all)", b.rangeText())
	choose("n", "64")
	assert.Equal(t, "Rows 1–6 of 6 (of 294 in all)", b.rangeText())
	hash := eval[string](b, `location.hash`)
	for _, part := range []string{"variant=gonum", "variant=op_fft", "n=64"} {
		assert.Contains(t, hash, part)
	}
	b.click("#ranked-table .clear")
	assert.Equal(t, "Rows 1–20 of 294", b.rangeText())
	assert.Equal(t, all, b.column("variant"))
	search := func(words string) {
		eval[bool](b, fmt.Sprintf(`(() => {
			const s = document.querySelector("#ranked-table input[type=search]");
			s.value = %q;
			return s.dispatchEvent(new Event("input"));
		})()`, words))
	}
	search("WELCH compiled 4096")
	assert.Equal(t, []string{"welch_butterfly_compiled", "welch_butterfly_compiled"}, b.column("variant"))
	search("no such thing")
	assert.Equal(t, "No row matches the filters.", b.rangeText())
	search("")
	assert.Equal(t, all, b.column("variant"))
	b.clean()
}

// What is copied are all rows that pass the filters, escaped for where they go.
func testExports(b *tab) {
	t := b.t
	require.Equal(t, "Rows 1–14 of 14 (of 294 in all)", b.rangeText())
	eval[bool](b, `(() => {
		window.got = [];
		navigator.clipboard.writeText = async (text) => { window.got.push(text); };
		URL.createObjectURL = (blob) => { blob.text().then((text) => window.got.push(text)); return "data:text/csv,"; };
		return true;
	})()`)
	for i, button := range []string{`[data-copy="md"]`, `[data-copy="tsv"]`} {
		b.click("#ranked-table " + button)
		b.until(fmt.Sprintf("window.got.length === %d", i+1))
	}
	got := eval[[]string](b, `window.got`)
	md := strings.Split(strings.TrimSpace(got[0]), "\n")
	require.Len(t, md, 2+14)
	assert.True(t, strings.HasPrefix(md[0], "| # | tier | variant |"), md[0])
	assert.Contains(t, md[2], "| `baseline` | `gonum` | `Forward` | `cpu` | 64 | 8 |")
	tsv := strings.Split(strings.TrimSpace(got[1]), "\r\n")
	require.Len(t, tsv, 1+14)
	heads, first := strings.Split(tsv[0], "\t"), strings.Split(tsv[1], "\t")
	require.Equal(t, len(heads), len(first))
	assert.Equal(t, "gonum", first[slices.Index(heads, "variant")])
	perTransform := slices.Index(heads, "per_transform")
	assert.InEpsilon(t, readBack(t, b.column("per_transform")[0]), readBack(t, first[perTransform]), 0.0005, "base units in exports")
	b.clean()
}

func testTheme(b *tab) {
	t := b.t
	background := func() string { return eval[string](b, `getComputedStyle(document.body).backgroundColor`) }
	light := background()
	b.click(`#theme input[value="dark"]`)
	assert.NotEqual(t, light, background())
	assert.Contains(t, eval[string](b, `location.hash`), "theme=dark")
	b.click(`#theme input[value="light"]`)
	assert.Equal(t, light, background())
	b.click(`#theme input[value="auto"]`)
	assert.NotContains(t, eval[string](b, `location.hash`), "theme")
	b.clean()
}

// A link restores what it was copied from, and a plain link within the page
// keeps it.
func testState(b *tab) {
	t := b.t
	assert.Equal(t, "dark", eval[string](b, `document.documentElement.dataset.theme`))
	assert.Equal(t, "descending", eval[string](b, `document.querySelector('#ranked-table th[data-key="time"]').getAttribute("aria-sort")`))
	assert.Equal(t, "Rows 1–4 of 4 (of 294 in all)", b.rangeText(), "a page that is not there is the last one")
	b.until(`Math.abs(document.getElementById("limits").getBoundingClientRect().top) < 200`)
	b.click(`.nav a[href="#method"]`)
	b.until(`location.hash.startsWith("#method?") && location.hash.includes("variant=gonum")`)
	assert.Equal(t, "Rows 1–4 of 4 (of 294 in all)", b.rangeText())
	b.clean()
}

// Folded tables fill when they open, printing opens them all, pictures enlarge.
func testEnhancements(b *tab) {
	t := b.t
	rows := `document.querySelectorAll("#top5 details.fold tbody tr").length`
	assert.Zero(t, eval[int](b, rows))
	eval[bool](b, `dispatchEvent(new Event("beforeprint"))`)
	assert.Positive(t, eval[int](b, rows))
	assert.Zero(t, eval[int](b, `document.querySelectorAll("details.fold:not([open])").length`))
	eval[bool](b, `dispatchEvent(new Event("afterprint"))`)
	b.until(rows + ` === 0`)
	b.click(".figure button")
	assert.True(t, eval[bool](b, `document.getElementById("zoom").open`))
	assert.NotEmpty(t, eval[string](b, `document.querySelector("#zoom img").alt`))
	b.click("#zoom .close")
	b.until(`!document.getElementById("zoom").open`)
	assert.Zero(t, eval[int](b, `[...document.querySelectorAll("button, summary, select, input, a")].filter((e) => e.offsetParent && !e.textContent.trim() && !e.labels?.length && !e.getAttribute("aria-label")).length`),
		"every control has a name")
	b.clean()
}

// Without scripts the page is whole: cards, sentences, the first rows, and no
// control that does nothing.
func testNoScript(b *tab) {
	t := b.t
	assert.Len(t, b.column("variant"), 100)
	assert.Contains(t, eval[string](b, `document.querySelector("#overview").innerText`), "as fast as gonum")
	assert.Contains(t, eval[string](b, `document.querySelector("#ranked").innerText`), "The first 100 of 294 rows")
	visible := `[...document.querySelectorAll("button, select, input")].filter((e) => e.offsetParent).length`
	assert.Zero(t, eval[int](b, visible))
	assert.Positive(t, eval[int](b, `document.querySelectorAll(".figure img").length`))
	b.clean()
}
