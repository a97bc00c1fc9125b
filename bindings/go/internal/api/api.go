// Package api lists the exports of a package, so that a test can compare a drop-in with the package
// that it replaces.
package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Upstream is where the go command finds the modules that ours stand for, seen from
// one of our packages.
const Upstream = "../internal/upstream"

// Kept reads a list from a file that has it in the form of List. Lines that begin with #
// are comments: they say which module the list is of.
func Kept(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "#")
	}), nil
}

// Differences lists the names of wanted that ours lacks, and the names of ours that are neither in
// wanted nor in added.
func Differences(ours, wanted, added []string) []string {
	var differences []string
	for _, line := range slices.Concat(wanted, added) {
		if !slices.Contains(ours, line) {
			differences = append(differences, "missing: "+line)
		}
	}
	for _, line := range ours {
		if !slices.Contains(wanted, line) && !slices.Contains(added, line) {
			differences = append(differences, "added: "+line)
		}
	}
	return differences
}

// List is one line for each constant (with its value), variable, function, type,
// exported field (with its tag) and method of the package at path, as the go
// command finds it in dir.
func List(dir, path string) ([]string, error) {
	command := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export", path)
	command.Dir = dir
	var complaints bytes.Buffer
	command.Stderr = &complaints
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w: %s", path, err, complaints.String())
	}
	exports, last := map[string]string{}, ""
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var listed struct{ ImportPath, Export string }
		if err := decoder.Decode(&listed); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[listed.ImportPath], last = listed.Export, listed.ImportPath
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	// -deps lists dependencies first.
	pkg, err := importer.ForCompiler(token.NewFileSet(), "gc", lookup).Import(last)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, name := range pkg.Scope().Names() {
		if object := pkg.Scope().Lookup(name); object.Exported() {
			lines = append(lines, describe(object)...)
		}
	}
	slices.Sort(lines)
	return lines, nil
}

func byName(pkg *types.Package) string { return pkg.Name() }

func describe(object types.Object) []string {
	name, kind := object.Name(), types.TypeString(object.Type(), byName)
	switch object := object.(type) {
	case *types.Const:
		return []string{fmt.Sprintf("const %s %s = %s", name, kind, object.Val().ExactString())}
	case *types.Var:
		return []string{"var " + name + " " + kind}
	case *types.Func:
		return []string{"func " + name + strings.TrimPrefix(kind, "func")}
	case *types.TypeName:
		return describeType(object)
	}
	return nil
}

func describeType(name *types.TypeName) []string {
	lines := []string{}
	switch under := name.Type().Underlying().(type) {
	case *types.Struct:
		lines = append(lines, "type "+name.Name()+" struct")
		for i := range under.NumFields() {
			if field := under.Field(i); field.Exported() {
				lines = append(lines, strings.TrimSpace(fmt.Sprintf("field %s.%s %s %s", name.Name(), field.Name(),
					types.TypeString(field.Type(), byName), under.Tag(i))))
			}
		}
	default:
		lines = append(lines, "type "+name.Name()+" "+types.TypeString(under, byName))
	}
	if types.IsInterface(name.Type()) {
		return lines
	}
	methods := types.NewMethodSet(types.NewPointer(name.Type()))
	for i := range methods.Len() {
		if method := methods.At(i).Obj(); method.Exported() {
			signature := strings.TrimPrefix(types.TypeString(method.Type(), byName), "func")
			lines = append(lines, "method "+name.Name()+"."+method.Name()+signature)
		}
	}
	return lines
}
