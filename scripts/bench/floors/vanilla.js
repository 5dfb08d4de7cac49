// The baseline page (floor): no library, and one redraw per frame for all updates in it. `/` draws every row,
// `/virtual` only those in sight. At `#home` it loads the list when it is opened.
const ROW = 48
const isVirtual = location.pathname === '/virtual'
const at = (id) => document.getElementById(id)
const [list, body, field] = [at('list'), at('rows'), at('name')]
const people = new Map()
const drawn = []
let due = false

const textsOf = ({ userName, empType, status, breakType, timeLeft }) => [
  userName,
  empType,
  status ? 'Available' : 'Away',
  breakType,
  timeLeft ? new Date(timeLeft).toLocaleTimeString() : '',
]

function rowAt(index) {
  if (drawn[index]) return drawn[index]
  const element = document.createElement('tr')
  const cells = Array.from({ length: 5 }, () => element.appendChild(document.createElement('td')))
  drawn[index] = { element, cells: cells.map((cell) => cell.appendChild(new Text())), texts: [] }
  return drawn[index]
}

const space = (height) => {
  const element = document.createElement('tr')
  element.style.height = `${height}px`
  return element
}
const above = space(0)
const below = space(0)

function draw() {
  due = false
  if (list.hidden) return
  const wanted = field.value.trim().toLowerCase()
  const shown = [...people.values()].filter(({ userName }) => userName.toLowerCase().includes(wanted))
  shown.sort((a, b) => a.status - b.status)
  at('count').textContent = `${shown.filter(({ status }) => !status).length} away`
  const first = isVirtual ? Math.max(0, Math.floor(list.scrollTop / ROW) - 8) : 0
  const inSight = isVirtual ? shown.slice(first, first + 30) : shown
  above.style.height = `${first * ROW}px`
  below.style.height = `${(shown.length - first - inSight.length) * ROW}px`
  inSight.forEach((person, index) => {
    const { element, cells, texts } = rowAt(index)
    element.dataset.key = person.userId
    textsOf(person).forEach((text, column) => {
      if (texts[column] !== text) cells[column].data = texts[column] = text
    })
    if (!element.isConnected) body.insertBefore(element, below)
  })
  for (const { element } of drawn.slice(inSight.length)) element.remove()
}

function later() {
  if (!due) requestAnimationFrame(draw)
  due = true
}

function open(isOpen) {
  list.hidden = !isOpen
  draw()
}

body.append(above, below)
list.onscroll = later
field.oninput = later
const take = (said) => {
  for (const person of [said].flat()) people.set(person.userId, person)
  later()
}
let isAsked = false
/** Loads the list and opens the socket; called once. */
async function ask() {
  isAsked = true
  take(await (await fetch('/board')).json())
  open(true)
  const url = await (await fetch('/live')).text()
  new WebSocket(url).onmessage = ({ data }) => take(JSON.parse(data))
}
at('home').onclick = () => open(false)
at('open').onclick = () => (isAsked ? open(true) : ask())
if (location.hash !== '#home') ask()
navigator.serviceWorker.register('/vanilla-sw.js')
