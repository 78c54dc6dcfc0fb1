import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Onnx from 'onnxruntime-web'
import type { Output, Session, TokenBatch } from './session.ts'

type Runtime = Pick<typeof Onnx, 'InferenceSession' | 'Tensor'>

/**
 * Loads a model into the fastest runtime at hand: `onnxruntime-node`, where the workspace has it installed, else the one in
 * WebAssembly that is part of this program. Both give the same numbers to 1e-4.
 */
export async function openSession(model: Uint8Array, workspace: string): Promise<Session> {
  const native = await nativeRuntime(workspace)
  return native === null
    ? sessionIn(await wasmRuntime(), 'wasm', model)
    : sessionIn(native, 'native', model).catch(async () => sessionIn(await wasmRuntime(), 'wasm', model))
}

/** The runtime that the workspace brings; null where it brings none, or one that does not load here. */
async function nativeRuntime(workspace: string): Promise<Runtime | null> {
  try {
    const path = createRequire(join(workspace, 'package.json')).resolve('onnxruntime-node')
    const loaded = (await import(pathToFileURL(path).href)) as Runtime & { readonly default?: Runtime }
    return loaded.default ?? loaded
  } catch {
    return null
  }
}

/** The runtime that is part of this program. */
export async function wasmRuntime(): Promise<Runtime> {
  const runtime = await import('onnxruntime-web')
  runtime.env.wasm.wasmPaths = {
    mjs: new URL('../../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs', import.meta.url).href,
    wasm: new URL('../../../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm', import.meta.url).href,
  }
  // More threads would add up numbers in another order on another machine.
  runtime.env.wasm.numThreads = 1
  return runtime
}

/** Loads a model into one runtime. */
export async function sessionIn(
  { InferenceSession, Tensor }: Runtime,
  name: Session['runtime'],
  model: Uint8Array,
): Promise<Session> {
  const options = { logSeverityLevel: 3, ...(name === 'native' && { intraOpNumThreads: 1 }) } as const
  const session = await InferenceSession.create(model, options)
  return {
    runtime: name,
    inputs: session.inputNames,
    async run(batch) {
      const dims = [batch.rows, batch.length]
      const feeds = Object.fromEntries(
        session.inputNames.map((input) => [input, new Tensor('int64', valuesFor(input, batch), dims)]),
      )
      const results = await session.run(feeds)
      return session.outputNames.map((output): Output => {
        const { dims, data } = results[output]!
        return { name: output, dims, values: Float32Array.from(data as Float32Array) }
      })
    },
  }
}

/** @throws Error for an input that text models do not have */
function valuesFor(input: string, { ids, mask, types }: TokenBatch): BigInt64Array {
  if (input === 'input_ids') return ids
  if (input === 'attention_mask') return mask
  if (input === 'token_type_ids') return types
  throw new Error(`the model has an input \`${input}\`; known are input_ids, attention_mask and token_type_ids`)
}
