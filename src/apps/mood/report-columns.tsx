/** The columns of the detail table (spec §2): five values and four dots. A phone shows the same in two lines. */
import { Link } from '@tanstack/react-router'
import type { MoodReport } from '#contract/apps/mood.ts'
import { compareExact, compareText } from '#src/lib/compare-text.ts'
import { Face } from '#src/ui/Faces.tsx'
import type { Column, Sort } from '#src/ui/table/DataTable.tsx'
import { sortFrom } from '#src/ui/table/sort-params.ts'
import { Dot } from './Dot.tsx'
import { type MoodSearch, moodSearch } from './mood-search.ts'
import classes from './ReportsView.module.css'
import { dateOf } from './weeks.ts'
import { QUESTIONS, wordOf } from './words.ts'

type ReportColumn = Column<MoodReport>
type CommentName = 'moraleComment' | 'stressComment' | 'workloadComment' | 'extraComment'

/** Each with a width for its title and, where it sorts, the arrow: a long table cuts off what does not fit. */
const COMMENTS: readonly (readonly [name: CommentName, title: string, width: string])[] = [
  ['moraleComment', 'Morale Comment', '160px'],
  ['stressComment', 'Stress Comment', '140px'],
  ['workloadComment', 'Workload Comment', '160px'],
  ['extraComment', 'Extra Comment', '130px'],
]

function Name({ report }: { report: MoodReport }) {
  return (
    <Link
      to="/app/mood-report"
      search={(before: MoodSearch) => moodSearch({ ...before, report: report._id, nominee: undefined })}
      className={classes.name}
      aria-label={`${report.name}, ${dateOf(report.createdAt)}`}
    >
      {report.name}
    </Link>
  )
}

const name: ReportColumn = {
  key: 'name',
  title: 'Name',
  phone: 'head',
  text: (report) => report.name,
  cell: (report) => <Name report={report} />,
  sort: (a, b) => compareText(a.name, b.name),
}

const date: ReportColumn = {
  key: 'date',
  title: 'Date',
  phone: 'aside',
  width: '130px',
  cell: ({ createdAt }) => <span className={classes.date}>{dateOf(createdAt)}</span>,
  sort: (a, b) => compareExact(a.createdAt, b.createdAt),
}

function Level({ question, report }: { question: (typeof QUESTIONS)[number]; report: MoodReport }) {
  const level = report[question.level]
  return (
    <span className={classes.level} title={wordOf(question, level)}>
      <Face level={level} size={24} />
      {level}
    </span>
  )
}

const levels = QUESTIONS.map(
  (question): ReportColumn => ({
    key: question.name.toLowerCase(),
    title: question.name,
    width: '110px',
    cell: (report) => <Level question={question} report={report} />,
    sort: (a, b) => a[question.level] - b[question.level],
  }),
)

const has = (report: MoodReport, comment: CommentName) => report[comment].trim() !== ''

const dots = COMMENTS.map(
  ([comment, title, width]): ReportColumn => ({
    key: comment,
    title,
    width,
    cell: (report) => <Dot isThere={has(report, comment)} />,
    // Of the comments, only the one on morale is sortable (spec §2).
    ...(comment === 'moraleComment'
      ? { sort: (a: MoodReport, b: MoodReport) => compareText(a.moraleComment, b.moraleComment) }
      : {}),
  }),
)

export const desktopColumns: readonly ReportColumn[] = [name, date, ...levels, ...dots]

export const phoneColumns: readonly ReportColumn[] = [
  name,
  date,
  {
    key: 'levels',
    title: 'Levels',
    cell: (report) => (
      <span className={classes.levels}>
        {QUESTIONS.map((question) => (
          <span key={question.level} className={classes.labelled}>
            {question.name} <Level question={question} report={report} />
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'comments',
    title: 'Comments',
    cell: (report) => (
      <span className={classes.levels}>
        <span className="quiet">Comments:</span>
        {COMMENTS.map(([comment, title]) => (
          <span key={comment} className={classes.labelled}>
            {title.replace(' Comment', '')} <Dot isThere={has(report, comment)} />
          </span>
        ))}
      </span>
    ),
  },
]

/** Returns the order in the URL. By default a person's reports start with the newest, and a week's are by name. */
export const sortOf = (search: MoodSearch): Sort =>
  sortFrom(search, search.user ? { key: 'date', descending: true } : { key: 'name', descending: false })
