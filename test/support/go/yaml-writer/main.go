// Writes YAML as servers in Go do: values as a list of JSON on the standard input, one line of JSON for each on the
// standard output: a text, or null for what the reader that the writer makes use of does not take.
package main

import (
	"encoding/json"
	"os"

	"sigs.k8s.io/yaml"
)

func main() {
	var values []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&values); err != nil {
		panic(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	for _, value := range values {
		var answer any
		if text, err := yaml.JSONToYAML(value); err == nil {
			answer = string(text)
		}
		if err := encoder.Encode(answer); err != nil {
			panic(err)
		}
	}
}
