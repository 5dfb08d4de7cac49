/** IndexedDB without a library, for code that the launch waits for: a library would be most of its script. */

/** Resolves with the request's result. */
export const requestDone = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
