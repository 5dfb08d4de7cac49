/** Paths of the calls whose answers the worker may keep, put in by the build from the contract's `cached` marks. */
declare const __CACHED_PATHS__: readonly string[]
/** What belongs to the shell, put in by the build. */
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
/** Chromium's: https://w3c.github.io/ServiceWorker/#install-event-add-routes */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: readonly import('./launch.ts').RouterRule[]): Promise<void>
}
