/** Which paths belong to the API, and which methods they allow. */
import type { FastifyRequest } from 'fastify'
import { type CallDeclaration, patternOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'

/** Whether a URL or route is under /api, by its spelling: percent-encoding is not decoded. */
export const isApiUrl = (url: string) => /^\/api([/?]|$)/.test(url)

/** Whether a request is under /api, by the matched route, since the path may be percent-encoded. */
export const isUnderApi = ({ routeOptions, url }: FastifyRequest) => isApiUrl(routeOptions?.url ?? url)

const patterns = calls.map(({ method, path }) => ({
  method,
  isSpelled: !path.includes(':'),
  path: patternOf(path.replaceAll('.', '\\.')),
}))

/**
 * Returns the methods that the calls at this path have, none if there is no such path. A path that is spelled out takes
 * precedence over one with an id.
 */
export function methodsAt(path: string): string[] {
  const all = patterns.filter((each) => each.path.test(path))
  const spelled = all.filter(({ isSpelled }) => isSpelled)
  return [...new Set((spelled.length > 0 ? spelled : all).map(({ method }) => method))]
}

/** Wrong methods of spelled-out paths that a call with an id in that place would otherwise match. */
export const wrongMethods: readonly { readonly method: CallDeclaration['method']; readonly url: string }[] = calls
  .filter(({ path }) => !path.includes(':'))
  .flatMap(({ path: url }) =>
    patterns
      .filter(({ method, path, isSpelled }) => !isSpelled && path.test(url) && !methodsAt(url).includes(method))
      .map(({ method }) => ({ method, url })),
  )
  .filter(({ method, url }, at, all) => all.findIndex((one) => one.method === method && one.url === url) === at)
