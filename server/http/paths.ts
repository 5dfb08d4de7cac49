/** Which paths are the API's, and what may be asked of them. */
import type { FastifyRequest } from 'fastify'
import { type CallDeclaration, patternOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** By the letters of a URL or of a route: what is percent-encoded in it is not looked through. */
export const isApiUrl = (url: string) => /^\/api([/?]|$)/.test(url)

/** Whether this is the API's: by the route that was found, since a path may come percent-encoded. */
export const isUnderApi = ({ routeOptions, url }: FastifyRequest) => isApiUrl(routeOptions?.url ?? url)

const patterns = calls.map(({ method, path }) => ({
  method,
  isSpelled: !path.includes(':'),
  path: patternOf(path.replaceAll('.', '\\.')),
}))

/** The methods that some call has at this path; none: there is no such path. A path that is spelled out is no id's. */
export function methodsAt(path: string): string[] {
  const all = patterns.filter((each) => each.path.test(path))
  const spelled = all.filter(({ isSpelled }) => isSpelled)
  return [...new Set((spelled.length > 0 ? spelled : all).map(({ method }) => method))]
}

/** Wrong methods of paths that are spelled out, where a call with an id in its place would take them for its own. */
export const wrongMethods: readonly { readonly method: CallDeclaration['method']; readonly url: string }[] = calls
  .filter(({ path }) => !path.includes(':'))
  .flatMap(({ path: url }) =>
    patterns
      .filter(({ method, path, isSpelled }) => !isSpelled && path.test(url) && !methodsAt(url).includes(method))
      .map(({ method }) => ({ method, url })),
  )
  .filter(({ method, url }, at, all) => all.findIndex((one) => one.method === method && one.url === url) === at)
