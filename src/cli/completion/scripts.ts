/** For bash 3.2 and newer. */
const bash = `# Completes orchctl in bash: source <(orchctl completion bash)
_orchctl() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  local -a words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
    else
      line="\${line%%$'\\t'*}"
      [[ $line == *[=/] ]] && compopt -o nospace 2>/dev/null
      COMPREPLY+=("$line")
    fi
  done < <("\${COMP_WORDS[0]}" completion candidates -- "\${words[@]}" 2>/dev/null)
}
COMP_WORDBREAKS="\${COMP_WORDBREAKS//=/}"
COMP_WORDBREAKS="\${COMP_WORDBREAKS//:/}"
complete -F _orchctl orchctl
`;

const zsh = `#compdef orchctl
# Completes orchctl in zsh: source <(orchctl completion zsh)
_orchctl() {
  local line name
  local -a found described
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      _files
      continue
    fi
    name="\${line%%$'\\t'*}"
    found+=("$name")
    if [[ $line == *$'\\t'* ]]; then described+=("$name -- \${line#*$'\\t'}"); else described+=("$name"); fi
  done < <("\${words[1]}" completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && compadd -l -d described -- "\${found[@]}"
}
(( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit }
compdef _orchctl orchctl
`;

const fish = `# Completes orchctl in fish: orchctl completion fish | source
function __orchctl_candidates
  set -l words (commandline -opc) (commandline -ct)
  for line in ($words[1] completion candidates -- $words[2..-1] 2>/dev/null)
    if test "$line" = ":files"
      __fish_complete_path (commandline -ct)
    else
      printf '%s\\n' $line
    end
  end
end
complete -c orchctl -f -a '(__orchctl_candidates)'
`;

/** The scripts that shells read. */
export const scripts = { bash, zsh, fish };
