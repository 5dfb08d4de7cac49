/** IndexedDB without a library: where the launch waits for it, a library would be most of its script. */

/** Resolves with what the request answers. */
export const requestDone = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
