// A restic that is killed half-way when a test wants it to be: once it has its lock, or has returned some bytes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SOME_BYTES = 300_000

/** `arm` chooses the command that is killed the next time it runs. */
export async function killingOnce(folder: string, repository: string) {
  const [program, armed] = [join(folder, 'killed-restic'), join(folder, 'armed')]
  // both read the input of the script: the shell would give a program in the background none. It waits for what it has killed, because
  // restic takes the lock of a process that nobody has waited for yet for one in use
  const script = `#!/bin/sh
command=$(cat ${armed} 2>/dev/null || echo none)
case " $* " in
  *" $command "*) rm ${armed} ;;
  *) exec restic "$@" ;;
esac
if [ "$command" = dump ]; then restic "$@" | head -c ${SOME_BYTES}; kill -9 $$; fi
restic "$@" <&0 &
if [ "$command" = check ]; then sleep 0.2
else while ! ls ${repository}/locks | grep -q -x '[0-9a-f]*'; do kill -0 $! || exit 0; sleep 0.01; done
fi
kill -9 $!
wait $!
kill -9 $$
`
  await writeFile(program, script, { mode: 0o755 })
  return { program, arm: (command: string) => writeFile(armed, command) }
}
