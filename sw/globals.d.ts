/** Paths of the calls whose answers the worker may keep, inserted by the build from the contract's `cached` marks. */
declare const __CACHED_PATHS__: readonly string[]
/** The files of the shell, inserted by the build. */
interface ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: readonly { url: string; revision: string | null }[]
}
/** Background Sync, which only Chromium has: https://wicg.github.io/background-sync/spec/ */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}
interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}
/** Static routing, which only Chromium has: https://w3c.github.io/ServiceWorker/#install-event-add-routes */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly import('./launch.ts').RouterRule[]): Promise<void>
}
