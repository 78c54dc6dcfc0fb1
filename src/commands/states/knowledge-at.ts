import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import { DocumentRepositories } from '../../document-repositories.ts'
import { type Knowledge, loadKnowledge } from '../../knowledge/load-knowledge.ts'
import { modelFolder } from '../../open-recorder.ts'
import type { Ports } from '../../ports.ts'
import { DEFAULT_FOLDER } from '../../store/default-folder.ts'

/** The knowledge base of a config, as `run` has it. */
export function knowledgeAt(config: Config, root: string, ports: Ports): Promise<Knowledge> {
  const folders = {
    outputFolder: resolve(root, config.output),
    cacheFolder: resolve(root, DEFAULT_FOLDER),
    modelFolder: modelFolder(config, root),
  }
  return new DocumentRepositories(ports).within(config.documents, root, (place) =>
    loadKnowledge({ ...config, ...folders, root: place.root, signal: ports.signal }),
  )
}
