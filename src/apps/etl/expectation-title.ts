import type { Expectation } from '#contract/apps/etl.ts'

/** What is expected to run: a source, or one task of it. */
export const expectationTitle = ({ dataSource, taskName }: Pick<Expectation, 'dataSource' | 'taskName'>): string =>
  taskName ? `${dataSource} · ${taskName}` : dataSource
