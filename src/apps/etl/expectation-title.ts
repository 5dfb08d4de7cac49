import type { Expectation } from '#contract/apps/etl.ts'

/** Returns the name of what is expected to run: a source, or one of its tasks. */
export const expectationTitle = ({ dataSource, taskName }: Pick<Expectation, 'dataSource' | 'taskName'>): string =>
  taskName ? `${dataSource} · ${taskName}` : dataSource
