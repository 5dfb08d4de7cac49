import { createFileRoute } from '@tanstack/react-router'
import { MoodPage } from '#src/apps/mood/MoodPage.tsx'
import { moodSearch } from '#src/apps/mood/mood-search.ts'
import { mustReadMood } from '#src/shell/guards.ts'

export const Route = createFileRoute('/_in/app/mood-report')({
  beforeLoad: mustReadMood,
  validateSearch: moodSearch,
  component: MoodPage,
})
