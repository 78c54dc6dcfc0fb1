/**
 * Counts the changes that give some text other terms; part of the fingerprint of strategies, so that a comparison knows of
 * them. A test holds the terms of a sample against it.
 */
export const ANALYSIS_VERSION = 1
