package perfc_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"libperfc/internal/examples"
)

func TestMain(m *testing.M) { examples.Main(m) }

// The drop-in packages have those of the types that a program begins with: others have the
// documentation of the packages that they replace.
func TestEveryExportedTypeHasAnExample(t *testing.T) {
	for folder, wanted := range map[string][]string{
		".":             exported(t, "."),
		"../perf":       {"Attr", "Configurator", "Count", "Event", "Group", "GroupCount", "Record", "SampleRecord"},
		"../perfutils":  {"BPFProfiler", "CacheProfiler", "GroupProfiler", "HardwareProfiler", "Profiler", "SoftwareProfiler"},
		"../perfreader": {"Config", "Reader", "Sample"},
		"../perfevent":  {"EventSpec", "Set"},
		"../profile":    {"File", "Filter", "Record", "Table", "Writer"},
	} {
		documented := map[string]bool{}
		for _, example := range doc.Examples(parsed(t, folder)...) {
			kind, _, _ := strings.Cut(example.Name, "_")
			documented[kind] = true
		}
		for _, name := range wanted {
			if !documented[name] {
				t.Error(filepath.Join(folder, name), "has no example")
			}
		}
	}
}

func exported(t *testing.T, folder string) (names []string) {
	for _, file := range parsed(t, folder) {
		for name, object := range file.Scope.Objects {
			if object.Kind == ast.Typ && ast.IsExported(name) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		t.Fatal(folder, "has no types")
	}
	return names
}

func parsed(t *testing.T, folder string) (files []*ast.File) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}
