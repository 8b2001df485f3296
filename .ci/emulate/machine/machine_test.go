package machine_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

func listen(serial string) ([]machine.Event, error) {
	var events []machine.Event
	err := machine.Listen(iotest.OneByteReader(strings.NewReader(serial)), func(e machine.Event) { events = append(events, e) })
	return events, err
}

func TestHostHearsWhatTheMachineTells(t *testing.T) {
	var serial bytes.Buffer
	io.WriteString(&serial, "Linux is up\r\n")
	machine.TellBegan(&serial, 0)
	io.WriteString(&serial, "PASS") // ends within a line
	machine.TellEnded(&serial, 0, machine.Passed)
	machine.TellBegan(&serial, 1)
	machine.TellEnded(&serial, 1, "signal: illegal instruction (core dumped)")
	machine.TellDone(&serial)
	io.WriteString(&serial, "[ 1.0] reboot: Restarting system")
	events, err := listen(serial.String())
	require.NoError(t, err)
	assert.Equal(t, []machine.Event{
		{Kind: machine.Line, Job: -1, Text: "Linux is up"},
		{Kind: machine.Began, Job: 0},
		{Kind: machine.Line, Job: 0, Text: "PASS"},
		{Kind: machine.Ended, Job: 0, Text: "exit status 0"},
		{Kind: machine.Began, Job: 1},
		{Kind: machine.Ended, Job: 1, Text: "signal: illegal instruction (core dumped)"},
		{Kind: machine.Line, Job: -1, Text: "[ 1.0] reboot: Restarting system"},
	}, events)
}

func TestMachineThatStopsEarly(t *testing.T) {
	for name, serial := range map[string]string{
		"no boot":          "",
		"within a job":     "@machine began 0\nPASS\n",
		"between jobs":     "@machine began 0\nPASS\n@machine ended 0 exit status 0\n",
		"a test says done": "@machine began 0\ndone\n",
	} {
		_, err := listen(serial)
		assert.ErrorIs(t, err, machine.ErrUnfinished, name)
	}
}

func TestGarbledMark(t *testing.T) {
	for _, words := range []string{"", "began", "began one", "ended 0", "ended 0 ", "began 0 well", "stopped 0 now"} {
		_, err := listen("@machine " + words + "\n@machine done\n")
		assert.ErrorContains(t, err, "the emulated machine said", words)
	}
}
