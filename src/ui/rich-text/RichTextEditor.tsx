/** The editor behind `RichTextField`, in its own chunk as it is large. Produces only markup that the server accepts. */
import '@mantine/tiptap/styles.layer.css'
import { RichTextEditor as Editor, Link } from '@mantine/tiptap'
import { IconSourceCode } from '@tabler/icons-react'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { getNonce } from 'get-nonce'
import { type CSSProperties, useState } from 'react'
import { useToolbar } from '../use-toolbar.ts'
import { withTableRows } from './pasted-tables.ts'
import textClasses from './RichText.module.css'
import classes from './RichTextField.module.css'
import { isWholeAddress, wholeAddress } from './rich-text-links.ts'
import { withWordLists } from './word-lists.ts'

/** Returns the link extension; calls `onLink` with each address entered and whether it is kept. */
const linkExtension = (onLink: (address: string, isKept: boolean) => void) =>
  Link.extend({
    addCommands() {
      const commands = this.parent?.() ?? {}
      const { setLink } = commands
      return {
        ...commands,
        ...(setLink && {
          setLink: (given) => {
            // Text typed without a protocol is completed to an address.
            const href = wholeAddress(given.href)
            onLink(href, isWholeAddress(href))
            return setLink({ ...given, href })
          },
        }),
      }
    },
  }).configure({ openOnClick: false, defaultProtocol: 'https', isAllowedUri: isWholeAddress })

const TEXT = StarterKit.configure({ link: false, horizontalRule: false, heading: { levels: [1, 2, 3, 4] } })

/** Replaces Mantine's icon, which is the same as that of inline code. Its size comes with the class in `props`. */
const CodeBlockIcon = (props: { style: CSSProperties }) => <IconSourceCode {...props} stroke={1.5} />

const LINK_KEY = 'k'

const NO_PICTURES = 'Images cannot be stored here. Add a link to one instead.'
const notKept = (address: string) =>
  `“${address}” is not kept as a link. Only whole addresses are, with https://, http:// or mailto: before them.`

/** Whether a picture was pasted or dropped. In HTML only `<img>` counts, as spreadsheets also copy cells as a picture. */
function hasPicture(data: DataTransfer | null): boolean {
  const html = data?.getData('text/html')
  if (html) return /<img\b/i.test(html)
  return [...(data?.files ?? [])].some(({ type }) => type.startsWith('image/'))
}

/** Returns the first pasted link address that is not kept, apart from anchors within the page it was copied from. */
const lostAddress = (html: string): string | undefined =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]')]
    .map((link) => link.getAttribute('href')?.trim() ?? '')
    .find((href) => href !== '' && !href.startsWith('#') && !isWholeAddress(href))

/** Longest address shown in a message: a `data:` address may hold a whole file. */
const LONGEST_TOLD = 80
const shortened = (address: string) => (address.length > LONGEST_TOLD ? `${address.slice(0, LONGEST_TOLD)}…` : address)

/** Returns a sentence about what of the pasted data is not kept, or an empty one. */
function lossText(data: DataTransfer | null): string {
  const address = lostAddress(data?.getData('text/html') ?? '')
  return [hasPicture(data) ? NO_PICTURES : '', address ? notKept(shortened(address)) : ''].filter(Boolean).join(' ')
}

const Controls = () => (
  <>
    <Editor.ControlsGroup>
      <Editor.Bold />
      <Editor.Italic />
      <Editor.Underline />
      <Editor.Strikethrough />
      <Editor.Code />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <Editor.H1 />
      <Editor.H2 />
      <Editor.H3 />
      <Editor.H4 />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <Editor.BulletList />
      <Editor.OrderedList />
      <Editor.Blockquote />
      <Editor.CodeBlock icon={CodeBlockIcon} />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <Editor.Link popoverProps={{ returnFocus: true }} />
      <Editor.Unlink />
    </Editor.ControlsGroup>
    <Editor.ControlsGroup>
      <Editor.ClearFormatting />
      <Editor.Undo />
      <Editor.Redo />
    </Editor.ControlsGroup>
  </>
)

interface RichTextEditorProps {
  readonly label: string
  /** The field's name, by which a form finds it. */
  readonly path: string
  /** The initial HTML; later values are ignored (uncontrolled). */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly isInvalid: boolean
  /** Id of the element with the error. */
  readonly errorId: string
}

export function RichTextEditor({ label, path, value, onChange, isInvalid, errorId }: RichTextEditorProps) {
  /** The sentence about what was pasted, dropped or typed and is not kept. */
  const [lost, setLost] = useState('')
  const [extensions] = useState(() => [
    TEXT,
    linkExtension((address, isKept) => setLost(isKept ? '' : notKept(address))),
  ])
  const toolbar = useToolbar()
  const editor = useEditor({
    extensions,
    content: value,
    injectNonce: getNonce(),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-required': 'true',
        'aria-label': label,
        'data-path': path,
        class: textClasses.text ?? '',
        ...(isInvalid ? { 'aria-invalid': 'true', 'aria-describedby': errorId } : {}),
      },
      transformPastedHTML: (html) => withTableRows(withWordLists(html)),
      handlePaste: (_view, { clipboardData }) => {
        setLost(lossText(clipboardData))
        return false
      },
      handleDrop: (_view, { dataTransfer }) => {
        setLost(lossText(dataTransfer))
        // Handle dropped files: the browser would leave the page and show the file.
        return dataTransfer !== null && dataTransfer.files.length > 0
      },
      handleDOMEvents: {
        // Ctrl+K makes a link here; elsewhere it opens quick find.
        keydown: (_view, event) => {
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === LINK_KEY) event.stopPropagation()
          return false
        },
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <Editor
      editor={editor}
      withTypographyStyles={false}
      data-invalid={isInvalid || undefined}
      classNames={{
        root: classes.editor,
        toolbar: classes.toolbar,
        control: classes.control,
        content: classes.content,
        linkEditorInput: classes.address,
        linkEditorExternalControl: classes.elsewhere,
      }}
    >
      <Editor.Toolbar role="toolbar" aria-label="Formatting" {...toolbar}>
        <Controls />
      </Editor.Toolbar>
      <Editor.Content />
      <p className={classes.lost} role="status">
        {lost}
      </p>
    </Editor>
  )
}
