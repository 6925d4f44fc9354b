// The agent of a node, for tests: exec and attach run the command on this machine, ports are those of loopback. It
// speaks SPDY with the library that real agents use, and prints the port at which it serves TLS.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/moby/spdystream"
)

func main() {
	certificate, err := selfSigned()
	if err != nil {
		fail(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{certificate}})
	if err != nil {
		fail(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	// The test that started this process ends it by closing its input.
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	fail(http.Serve(listener, http.HandlerFunc(serve)))
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, err
}

// As agents do with protocols of WebSockets that they do not know: clients go on with SPDY.
func serve(response http.ResponseWriter, request *http.Request) {
	if !strings.EqualFold(request.Header.Get("Upgrade"), "SPDY/3.1") {
		response.WriteHeader(http.StatusForbidden)
		return
	}
	isPort := strings.HasPrefix(request.URL.Path, "/portForward/")
	protocol := "v4.channel.k8s.io"
	if isPort {
		protocol = "portforward.k8s.io"
	}
	response.Header().Set("Connection", "Upgrade")
	response.Header().Set("Upgrade", "SPDY/3.1")
	response.Header().Set("X-Stream-Protocol-Version", protocol)
	response.WriteHeader(http.StatusSwitchingProtocols)
	socket, _, err := response.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	connection, err := spdystream.NewConnection(socket, true)
	if err != nil {
		socket.Close()
		return
	}
	streams := make(chan *spdystream.Stream, 16)
	go connection.Serve(func(stream *spdystream.Stream) {
		if stream.SendReply(http.Header{}, false) == nil {
			streams <- stream
		}
	})
	if isPort {
		forwardPorts(connection, streams)
	} else {
		run(request, connection, streams)
	}
	// The library ends the connection when all streams are over.
	connection.Close()
}

// Each connection of a client is two streams: one for errors, and one for data. The library hands each out in a
// goroutine of its own, so that either may come first.
func forwardPorts(connection *spdystream.Connection, streams <-chan *spdystream.Stream) {
	waiting := map[string]*spdystream.Stream{}
	for {
		select {
		case stream := <-streams:
			request := stream.Headers().Get("requestid")
			other := waiting[request]
			if other == nil {
				waiting[request] = stream
				continue
			}
			delete(waiting, request)
			if stream.Headers().Get("streamtype") == "error" {
				stream, other = other, stream
			}
			go forward(stream, other)
		case <-connection.CloseChan():
			return
		}
	}
}

func forward(data, failure *spdystream.Stream) {
	defer failure.Close()
	defer data.Close()
	port := data.Headers().Get("port")
	target, err := net.Dial("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintf(failure, "error forwarding port %s: %v", port, err)
		return
	}
	defer target.Close()
	go func() {
		io.Copy(target, data)
		target.(*net.TCPConn).CloseWrite()
	}()
	io.Copy(data, target)
}

func run(request *http.Request, connection *spdystream.Connection, incoming <-chan *spdystream.Stream) {
	query := request.URL.Query()
	wanted := 1
	for _, name := range []string{"input", "output", "error", "tty"} {
		if query.Has(name) {
			wanted++
		}
	}
	streams := map[string]*spdystream.Stream{}
	for len(streams) < wanted {
		select {
		case stream := <-incoming:
			streams[stream.Headers().Get("streamtype")] = stream
		case <-connection.CloseChan():
			return
		case <-time.After(30 * time.Second):
			return
		}
	}
	words := query["command"]
	if len(words) == 0 {
		words = []string{"cat"}
	}
	status, _ := json.Marshal(statusOf(execute(words, streams)))
	streams["error"].Write(status)
	for _, stream := range streams {
		stream.Reset()
	}
}

func execute(words []string, streams map[string]*spdystream.Stream) error {
	command := exec.Command(words[0], words[1:]...)
	if stream := streams["stdin"]; stream != nil {
		input, err := command.StdinPipe()
		if err != nil {
			return err
		}
		go func() {
			io.Copy(input, stream)
			input.Close()
		}()
	}
	var outputs sync.WaitGroup
	copyTo := func(name string, output io.Reader) {
		outputs.Add(1)
		go func() {
			defer outputs.Done()
			if stream := streams[name]; stream != nil {
				io.Copy(stream, output)
			} else {
				io.Copy(io.Discard, output)
			}
		}()
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	stderr, err := command.StderrPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	copyTo("stdout", stdout)
	copyTo("stderr", stderr)
	outputs.Wait()
	return command.Wait()
}

func statusOf(err error) map[string]interface{} {
	status := map[string]interface{}{"metadata": map[string]interface{}{}, "status": "Success"}
	if err == nil {
		return status
	}
	status["status"] = "Failure"
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		status["reason"] = "InternalError"
		status["message"] = fmt.Sprintf("Internal error occurred: %v", err)
		return status
	}
	code := fmt.Sprint(exit.ExitCode())
	status["reason"] = "NonZeroExitCode"
	status["message"] = "command terminated with non-zero exit code: " + code
	status["details"] = map[string]interface{}{
		"causes": []map[string]string{{"reason": "ExitCode", "message": code}},
	}
	return status
}
