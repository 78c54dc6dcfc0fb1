/*
 * The same scan in C: reads the postings and the queries that c-scan.ts wrote, answers every query REPEAT times, and
 * prints the CPU time of one round in milliseconds and a checksum of the documents found.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int32_t read_int(FILE *file) {
  int32_t value;
  if (fread(&value, 4, 1, file) != 1) exit(1);
  return value;
}

static void *read_words(FILE *file, size_t count) {
  void *words = malloc(4 * (count + 1));
  if (fread(words, 4, count, file) != count) exit(1);
  return words;
}

static int worse(float a, int32_t x, float b, int32_t y) { return a < b || (a == b && x > y); }

static void sift_down(float *scores, int32_t *documents, int size, float score, int32_t document) {
  int at = 0;
  for (int child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && worse(scores[child + 1], documents[child + 1], scores[child], documents[child])) child++;
    if (!worse(scores[child], documents[child], score, document)) break;
    scores[at] = scores[child], documents[at] = documents[child], at = child;
  }
  scores[at] = score, documents[at] = document;
}

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "rb");
  int repeat = atoi(argv[2]), k = read_int(file), n = read_int(file), terms = read_int(file), queries = read_int(file);
  int32_t *starts = read_words(file, terms + 1);
  int32_t *documents = read_words(file, starts[terms]);
  float *impacts = read_words(file, starts[terms]);
  int32_t *query_starts = read_words(file, queries + 1);
  int32_t *query_terms = read_words(file, query_starts[queries]);
  float *accumulator = calloc(n, sizeof(float));
  float *heap_scores = malloc(k * sizeof(float));
  int32_t *heap_documents = malloc(k * sizeof(int32_t));
  long checksum = 0;
  clock_t before = clock();
  for (int round = 0; round < repeat; round++)
    for (int query = 0; query < queries; query++) {
      for (int q = query_starts[query]; q < query_starts[query + 1]; q++)
        for (int32_t i = starts[query_terms[q]], end = starts[query_terms[q] + 1]; i < end; i++)
          accumulator[documents[i]] += impacts[i];
      for (int i = 0; i < k; i++) heap_scores[i] = 0, heap_documents[i] = -1;
      for (int32_t document = 0; document < n; document++) {
        float score = accumulator[document];
        if (score > heap_scores[0]) sift_down(heap_scores, heap_documents, k, score, document);
      }
      memset(accumulator, 0, n * sizeof(float));
      for (int i = 0; i < k; i++) checksum += heap_documents[i] < 0 ? 0 : heap_documents[i];
    }
  printf("%f %ld\n", 1000.0 * (clock() - before) / CLOCKS_PER_SEC / repeat, checksum / repeat);
  return 0;
}
