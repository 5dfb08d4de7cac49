import { ask, el, show, showProblem } from './page.js'

const json = (value) => el('pre', { tabIndex: 0 }, el('code', {}, JSON.stringify(value, null, 2)))

const section = (title, ...content) => [el('h3', {}, title), ...content]

const typeOf = (schema) =>
  schema.enum ? schema.enum.join(' | ') : [schema.type ?? schema.format ?? 'text'].flat().join(' | ')

function parameterTable(parameters) {
  if (parameters.length === 0) return []
  const rows = parameters.map((each) =>
    el(
      'tr',
      {},
      el('td', {}, el('code', {}, each.name)),
      el('td', {}, each.in),
      el('td', {}, typeOf(each.schema)),
      el('td', {}, each.description ?? (each.required ? 'required' : '')),
    ),
  )
  const head = el('tr', {}, ...['Name', 'Where', 'Type', 'Meaning'].map((title) => el('th', { scope: 'col' }, title)))
  return section(
    'Parameters',
    el('div', { className: 'scroll' }, el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows))),
  )
}

const schemaIn = (part) => Object.values(part?.content ?? {})[0]?.schema

function answers(responses) {
  return Object.entries(responses).map(([status, answer]) => {
    const schema = Number(status) < 300 ? schemaIn(answer) : undefined
    const line = [el('b', { className: Number(status) < 400 ? 'good' : 'bad' }, status), ` ${answer.description}`]
    return el('li', {}, ...line, schema ? json(schema) : null)
  })
}

/** Drawn when it is opened: a hundred schemas at once would keep the page waiting. */
function details({ operation }) {
  const body = schemaIn(operation.requestBody)
  return [
    el('p', {}, operation.description),
    ...parameterTable(operation.parameters),
    ...(body ? section('Body', json(body)) : []),
    ...section('Answers', el('ul', { className: 'answers' }, ...answers(operation.responses))),
  ]
}

function callRow(call) {
  const { method, path, operation } = call
  const row = el(
    'details',
    { className: 'call', id: operation.operationId },
    el(
      'summary',
      {},
      el('span', { className: 'method', 'data-method': method }, method),
      el('code', { className: 'path' }, path),
      el('span', { className: 'what' }, operation.summary),
      el('span', { className: 'who' }, operation['x-who'] === '–' ? 'no token' : operation['x-who']),
    ),
  )
  row.addEventListener('toggle', () => {
    if (row.open && row.childElementCount === 1) row.append(el('div', { className: 'details' }, ...details(call)))
  })
  return row
}

function callsOf(document_) {
  return Object.entries(document_.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

const textOf = ({ method, path, operation }) =>
  `${method} ${path} ${operation.summary} ${operation['x-who']} ${operation.tags.join(' ')}`.toLowerCase()

function draw(document_) {
  const rows = callsOf(document_).map((call) => ({
    tag: call.operation.tags[0],
    text: textOf(call),
    node: callRow(call),
  }))
  const groups = document_.tags.map(({ name }) => {
    const mine = rows.filter(({ tag }) => tag === name)
    return { mine, node: el('section', {}, el('h2', {}, name), ...mine.map(({ node }) => node)) }
  })
  const count = el('span', { className: 'quiet', role: 'status' })
  const search = el('input', {
    type: 'search',
    placeholder: 'Path, purpose or permission',
    'aria-label': 'Search the calls',
  })
  const nothing = el('p', { className: 'quiet', hidden: true }, 'No call matches.')
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const { text, node } of rows) node.hidden = !words.every((word) => text.includes(word))
    for (const { mine, node } of groups) node.hidden = mine.every((row) => row.node.hidden)
    const shown = rows.filter(({ node }) => !node.hidden).length
    nothing.hidden = shown > 0
    count.textContent = `${shown} of ${rows.length} calls`
  }
  search.addEventListener('input', filter)
  filter()
  const source = el(
    'p',
    { className: 'quiet' },
    `${document_.info.title} ${document_.info.version}, OpenAPI ${document_.openapi}, made from the same declarations that check the requests.`,
  )
  show(source, el('div', { className: 'search' }, search, count), nothing, ...groups.map(({ node }) => node))
}

try {
  draw(await ask('/api/openapi.json'))
} catch (error) {
  showProblem(error)
}
