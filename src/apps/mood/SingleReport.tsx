/** A single report, read only (spec §2). */
import type { MoodReport } from '#contract/apps/mood.ts'
import { useWindowPart } from '#src/screen/window-title.ts'
import { Face } from '#src/ui/Faces.tsx'
import classes from './SingleReport.module.css'
import { useHeadingFocus } from './use-heading-focus.ts'
import { dateOf } from './weeks.ts'
import { QUESTIONS, wordOf } from './words.ts'

function Part({ title, text }: { title: string; text: string }) {
  if (text.trim() === '') return null
  return (
    <section>
      <h3>{title}</h3>
      <p className={classes.text}>{text}</p>
    </section>
  )
}

export function SingleReport({ report }: { report: MoodReport }) {
  const heading = useHeadingFocus()
  useWindowPart(`${report.name}, ${dateOf(report.createdAt)}`)
  return (
    <article className={classes.report} aria-labelledby="report">
      <header>
        <h2 id="report" ref={heading} tabIndex={-1}>
          {report.name}
        </h2>
        <time dateTime={report.createdAt}>{dateOf(report.createdAt)}</time>
      </header>
      <div className={classes.levels}>
        {QUESTIONS.map((question) => (
          <section key={question.level}>
            <h3>{question.name}</h3>
            <p className={classes.level}>
              <Face level={report[question.level]} size={56} />
              <span>
                <strong>{report[question.level]}</strong> {wordOf(question, report[question.level])}
              </span>
            </p>
            <p className={classes.text}>{report[question.comment]}</p>
          </section>
        ))}
      </div>
      <Part title="High Point" text={report.highComment} />
      <Part title="Low Point" text={report.lowComment} />
      <Part title="Extra Comment" text={report.extraComment} />
      <Part title="Nominated Employee" text={report.nominatedEmployeeName} />
      <Part title="Nominee Comment" text={report.nominatedText} />
    </article>
  )
}
