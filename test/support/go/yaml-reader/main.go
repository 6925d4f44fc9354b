// Reads YAML as clients in Go do: texts as a list of JSON on the standard input, one line of JSON for each on the standard
// output, `{"json":"..."}` or `{"error":"..."}`.
package main

import (
	"encoding/json"
	"os"

	"sigs.k8s.io/yaml"
)

type reading struct {
	JSON  *string `json:"json,omitempty"`
	Error *string `json:"error,omitempty"`
}

func read(text string) reading {
	value, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		message := err.Error()
		return reading{Error: &message}
	}
	result := string(value)
	return reading{JSON: &result}
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		panic(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	for _, text := range texts {
		if err := encoder.Encode(read(text)); err != nil {
			panic(err)
		}
	}
}
