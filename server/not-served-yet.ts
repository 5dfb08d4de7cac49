/** Declared calls that no route serves yet, by `callId`. The list only ever shrinks; a test holds it against the routes. */
export const notServedYet: readonly string[] = [
  'GET /api/versions/all/',
  'GET /api/versions/:id/',
  'PUT /api/versions/:id/',
  'POST /api/versions/',
  'DELETE /api/versions/:id/',
]
