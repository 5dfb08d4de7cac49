/** Reports the tests that passed only on the second attempt, with the errors of the first: they still need fixing. */
import type { Reporter, TestCase } from 'vitest/node'

export class FlakyReporter implements Reporter {
  #flaky: string[] = []

  onTestRunStart(): void {
    this.#flaky = []
  }

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const { errors = [] } = test.result()
    const why = errors.map(({ stack, message }) => stack ?? message)
    this.#flaky.push([`${test.project.name}: ${test.module.relativeModuleId} > ${test.fullName}`, ...why].join('\n'))
  }

  onTestRunEnd(): void {
    if (this.#flaky.length === 0) return
    process.stderr.write(`\nFlaky, passed at a second go (${this.#flaky.length}):\n${this.#flaky.join('\n')}\n`)
  }
}
