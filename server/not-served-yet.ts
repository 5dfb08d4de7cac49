/** Declared calls that no route serves yet, by `callId`. The list only ever shrinks; a test holds it against the routes. */
export const notServedYet: readonly string[] = []
