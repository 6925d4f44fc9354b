"""Runs a program on a pseudo-terminal. What it prints goes to standard output; lines of standard input are JSON:
{"send": "text"}, {"resize": [rows, columns]}. Ends with the program's exit code (128 + signal)."""
import fcntl, json, os, pty, select, signal, struct, sys, termios


def resize(descriptor, rows, columns):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))


child, terminal = pty.fork()
if child == 0:
    resize(0, 24, 80)
    os.execvp(sys.argv[1], sys.argv[1:])

waiting = b''
inputs = [terminal, 0]
while True:
    ready, _, _ = select.select(inputs, [], [])
    if terminal in ready:
        try:
            output = os.read(terminal, 65536)
        except OSError:
            output = b''
        if not output:
            break
        os.write(1, output)
    if 0 in ready:
        chunk = os.read(0, 65536)
        if not chunk:
            inputs.remove(0)
        waiting += chunk
        *lines, waiting = waiting.split(b'\n')
        for line in lines:
            command = json.loads(line)
            if 'send' in command:
                os.write(terminal, command['send'].encode())
            if 'resize' in command:
                resize(terminal, *command['resize'])
                os.kill(child, signal.SIGWINCH)

_, status = os.waitpid(child, 0)
sys.exit(128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
