/** Beside the config, where a cache that a workflow restores is found again. */
export const DEFAULT_FOLDER = '.retrieval-gate/cache'
