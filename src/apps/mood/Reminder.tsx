/** Reminder on the home page, on the last day of a week, for people who have not sent that week's report. */
import { Button, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCompanyDay } from '#src/api/company-day.ts'
import { queryClient } from '#src/api/query-client.ts'
import { focusTitle } from '#src/screen/Page.tsx'
import { Face } from '#src/ui/Faces.tsx'
import { dismissedReminder } from './queries.ts'
import classes from './Reminder.module.css'
import { usePeriods } from './use-periods.ts'
import { shortOf } from './weeks.ts'

export function Reminder() {
  const { open } = usePeriods()
  const { data: answered, isSuccess } = useQuery(dismissedReminder)
  const today = useCompanyDay()
  const week = open?.find(({ endDate }) => endDate === today)
  if (!week || !isSuccess || answered === week._id) return null
  return (
    <section className={classes.reminder} aria-label="Mood report" data-bottom-bar>
      <Face level={4} size={32} />
      <p>How was {shortOf(week)}? Your report is due tonight.</p>
      <Button
        size="compact-sm"
        renderRoot={(props) => <Link to="/app/mood-report" search={{ period: week._id }} {...props} />}
      >
        Fill it in
      </Button>
      <CloseButton
        aria-label="Not now"
        title="Not now"
        onClick={() => {
          queryClient.setQueryData(dismissedReminder.queryKey, week._id)
          focusTitle()
        }}
      />
    </section>
  )
}
