/** A field for data sources, chosen from a list or typed. */
import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useNamedList } from './use-named-list.ts'

/** Most suggestions shown; the others are found by typing. */
const SUGGESTIONS = 50
/** Separator of pasted sources: only a newline, as a source's name may contain a comma. */
const BETWEEN_SOURCES = ['\n']

export function SourcesField(props: TagsInputProps) {
  const nameList = useNamedList()
  return (
    <TagsInput
      onDropdownOpen={nameList}
      limit={SUGGESTIONS}
      splitChars={BETWEEN_SOURCES}
      isDuplicate={(source, chosen) => chosen.includes(source)}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear data sources' }}
      {...props}
    />
  )
}
