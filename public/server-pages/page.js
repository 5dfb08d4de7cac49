/** What the server-rendered pages share: the stored session, building elements, the frame of the answer. */

/** An element with properties, attributes (`data-`, `aria-`, `role`) and children. */
export function el(name, props = {}, ...children) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('data-') || key.startsWith('aria-') || key === 'role') node.setAttribute(key, value)
    else node[key] = value
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return node
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem('userInfo') ?? 'null')
  } catch {
    return null
  }
}

const SIGN_IN = 'Your session has ended. Sign in to see this page.'
const SIGN_IN_PAGE = `/login?redirect=${encodeURIComponent(location.pathname)}`

/** Navigates away. The promise never resolves, so that the caller draws nothing meanwhile. */
function leaveFor(path) {
  location.replace(path)
  return new Promise(() => {})
}

const refusal = (sentence, status) => Object.assign(new Error(sentence), { status })

/** The answer, or an error whose message is a sentence for a person; with a status if the portal refused. */
export async function ask(path) {
  const me = stored()
  // As at every other path: the sign-in page, or the password to be changed first, which the portal shows at all of its own.
  if (!me?.token) return leaveFor(SIGN_IN_PAGE)
  if (me.permissions?.changed_password === false) return leaveFor('/')
  let response
  try {
    response = await fetch(path, { headers: { authorization: `Bearer ${me.token}` }, redirect: 'error' })
  } catch {
    throw new Error('The portal cannot be reached just now. This page needs a connection.')
  }
  if (response.status === 401) throw refusal(SIGN_IN, 401)
  const body = await response.json().catch(() => null)
  if (!response.ok || body === null)
    throw refusal(body?.detail ?? 'The portal did not answer as expected.', response.status)
  return body
}

const main = document.querySelector('main')
const title = main.querySelector('h1')

/** Shows the content under the title. */
export function show(...content) {
  main.replaceChildren(title, ...content)
  main.removeAttribute('aria-busy')
}

export function showProblem(error) {
  const links = error.message === SIGN_IN ? el('p', {}, el('a', { href: SIGN_IN_PAGE }, 'Sign in')) : null
  show(el('p', { className: 'alert', role: 'alert' }, error.message), ...(links ? [links] : []))
}

// The portal's own choice of light or dark; without one the system decides.
try {
  const scheme = localStorage.getItem('mantine-color-scheme-value')
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme
} catch {
  // No storage: the system decides.
}
