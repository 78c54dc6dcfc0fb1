import { Store } from '../../src/store/store.ts'
import { textCodec } from './text-codec.ts'

/** A program that puts large rows into the store in the folder that it is given, until it is killed. */
const [folder = '', own = ''] = process.argv.slice(2)

for (let turn = 0; ; turn++) {
  const store = new Store({ folder, fingerprint: 'v1', notice: (line) => process.stdout.write(`${line}\n`) })
  const rows = await store.rows('texts', textCodec)
  for (let index = 0; index < 20; index++) {
    const key = `${own} ${turn % 7} ${index}`
    if (rows.get(key) === undefined) rows.set(key, key.repeat(20_000))
  }
  process.stdout.write('writes\n')
  await store.close()
}
