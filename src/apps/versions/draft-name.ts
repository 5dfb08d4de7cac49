/** Under what the device keeps what is written of a version and not saved. */
export const draftName = (id: number) => `version:${id}`
