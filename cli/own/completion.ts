// Completion scripts. They call the program itself, so they know every command and option.
import type { Run } from '../context.ts'
import { usage } from '../failure.ts'
import { write } from '../io.ts'

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_rackwright() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(rackwright __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _rackwright rackwright
`,
  zsh: `#compdef rackwright
_rackwright() {
  local -a found
  found=("\${(@f)$(rackwright __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
if [[ "$funcstack[1]" = _rackwright ]]; then _rackwright "$@"; else compdef _rackwright rackwright; fi
`,
  fish: `function __rackwright_complete
  set -l words (commandline -opc) (commandline -ct)
  rackwright __complete $words[2..] 2>/dev/null
end
complete -c rackwright -a '(__rackwright_complete)'
`,
}

export const completion: Run = async (_given, [shell = ''], { io }) => {
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
  if (script === undefined) throw usage(`completion is for ${Object.keys(SCRIPTS).join(', ')}`)
  await write(io.stdout, script)
}
