// A Vitest reporter that writes the summary for `npm test`: counts, and each failure with its reason.
import { writeFileSync } from 'node:fs'

export default class Summary {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const broken = modules.filter((module) => module.errors().length > 0)
    const summary = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      // how many tests, by what they need (scripts/needs.mjs)
      skipped: countBy(
        tests.filter((test) => test.result().state === 'skipped').flatMap((test) => test.meta().needs ?? []),
      ),
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(title),
      failures: [
        ...tests
          .filter((test) => test.result().state === 'failed')
          .map((test) => describe(title(test), test.result().errors)),
        ...broken.map((module) => describe(module.relativeModuleId, module.errors())),
        ...unhandledErrors.map((error) => describe('outside any test', [error])),
      ],
    }
    writeFileSync(process.env.VITEST_SUMMARY_FILE, JSON.stringify(summary))
  }
}

const countBy = (names) => Object.fromEntries(names.map((name) => [name, names.filter((each) => each === name).length]))
const title = (test) => `${test.module.relativeModuleId} › ${test.fullName}`
const describe = (name, [error] = []) => [name, ...reason(error)].join('\n  ')
const reason = (error) =>
  (error?.stack ?? error?.message ?? '').split('\n').filter((line) => !line.includes('node_modules'))
