/** Data sources, chosen from a list or typed. */
import { TagsInput, type TagsInputProps } from '@mantine/core'
import { useNamedList } from './use-named-list.ts'

/** More than these are found by typing. */
const SUGGESTIONS = 50
/** A data source may have a comma in its name; a pasted list has one to a line. */
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
