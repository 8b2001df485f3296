//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/fftstudy/fftstudy/.ci/emulate/machine"
)

const (
	isolinuxFile = "/usr/lib/ISOLINUX/isolinux.bin"
	ldlinuxFile  = "/usr/lib/syslinux/modules/bios/ldlinux.c32"
)

func imageNeeds() []need {
	return []need{
		{isolinuxFile, "isolinux"},
		{ldlinuxFile, "syslinux-common"},
		{"/usr/bin/xorriso", "xorriso"},
	}
}

// bootMenu starts the kernel at once. What its parameters spare is time, but
// for these: clearcpuid, because Bochs gives a wrong size for compact register
// areas, and the kernel then turns AVX off; and the last line, so that a panic
// and the end of the guest program end the machine.
const bootMenu = `default linux
prompt 0
timeout 0
label linux
  kernel linux
  append initrd=initrd console=ttyS0,115200 ` +
	"loglevel=1 nokaslr mitigations=off audit=0 cryptomgr.notests acpi=off tsc=reliable lpj=1000000 random.trust_cpu=on " +
	"clearcpuid=xsaves,xsavec " +
	"panic=-1 reboot=t\n"

// makeImage makes a CD image in dir that boots linux and runs the tests.
func makeImage(ctx context.Context, dir, linux string, tests []test) (string, error) {
	files := filepath.Join(dir, "cd")
	if err := os.Mkdir(files, 0o755); err != nil {
		return "", err
	}
	if err := makeRoot(ctx, filepath.Join(files, "initrd"), filepath.Join(dir, "guest"), tests); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(files, "isolinux.cfg"), []byte(bootMenu), 0o644); err != nil {
		return "", err
	}
	for name, from := range map[string]string{"linux": linux, "isolinux.bin": isolinuxFile, "ldlinux.c32": ldlinuxFile} {
		data, err := os.ReadFile(from)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(files, name), data, 0o644); err != nil {
			return "", err
		}
	}
	image := filepath.Join(dir, "cd.iso")
	_, err := output(ctx, dir, "xorriso", "-as", "mkisofs", "-quiet", "-o", image, "-b", "isolinux.bin", "-c", "boot.cat",
		"-no-emul-boot", "-boot-load-size", "4", "-boot-info-table", files)
	return image, err
}

// repository is where the files of the tests are in the guest.
const repository = "repository"

// makeRoot writes the guest's file system: the guest program, its jobs, the
// tests and the files that they read.
func makeRoot(ctx context.Context, root, guest string, tests []test) (err error) {
	if err := build(ctx, guest, "build", "./.ci/emulate/guest"); err != nil {
		return err
	}
	file, err := os.Create(root)
	if err != nil {
		return err
	}
	defer file.Close()
	a := newArchive(file)
	a.addFile("init", guest)
	a.addFiles(repository, "testdata")
	var jobs []machine.Job
	for i, t := range tests {
		binary := fmt.Sprintf("tests/%d.test", i)
		a.addFile(binary, t.binary)
		a.addSources(repository, t.dir)
		jobs = append(jobs, machine.Job{Dir: path.Join("/", repository, t.dir), Args: append([]string{"/" + binary}, t.args()...), Env: t.env})
	}
	text, err := json.Marshal(jobs)
	if err != nil {
		return err
	}
	a.add(machine.JobsFile, text)
	if err := a.close(); err != nil {
		return err
	}
	return file.Close()
}

// addSources adds what a package's tests may read of their own folder: all but
// Go files, and testdata.
func (a *archive) addSources(below, dir string) {
	entries, err := os.ReadDir(filepath.FromSlash(dir))
	if err != nil {
		a.fail(err)
		return
	}
	a.addDir(path.Join(below, dir))
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.Name() == "testdata":
			a.addFiles(below, name)
		case e.Type().IsRegular() && !strings.HasSuffix(name, ".go"):
			a.addFile(path.Join(below, name), filepath.FromSlash(name))
		}
	}
}

// addFiles adds a folder with all that is in it.
func (a *archive) addFiles(below, dir string) {
	err := filepath.WalkDir(filepath.FromSlash(dir), func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			a.addFile(path.Join(below, filepath.ToSlash(name)), name)
		}
		return err
	})
	if err != nil {
		a.fail(err)
	}
}
