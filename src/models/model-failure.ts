import { UserError } from '../errors.ts'

/** A model did not answer, or not with what it should: the end of one question, or of building a strategy. */
export class ModelFailure extends UserError {}
