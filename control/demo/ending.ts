// The last seconds of the demo world, which everyone who opens it sees go by: an instance that starts, one that reboots and one that
// takes its time to stop.
import { type Demo, type Task, task } from './task.ts'
import { OPERATORS } from './silo.ts'

const at = (instance: string, project: string) => ({ path: { instance }, query: { project } })

/** The world ends at 15:30. */
async function leaveInMotion(demo: Demo): Promise<void> {
  const hedy = await demo.as(OPERATORS, 'hedy')
  await demo.pass(57_500)
  await hedy('instance_stop', at('importer-slow-to-stop', 'staging'))
  // a start takes a second at least
  await demo.pass(1700)
  await hedy('instance_start', at('builder-8', 'build-farm'))
  await hedy('instance_reboot', at('windows-trial', 'staging'))
  await demo.pass(500)
}

export const ending = (): Task[] => [task(0, '15:29', leaveInMotion)]
