// Reads what `duelog publish`, `prove` and `sign --note` write with Go's own libraries, golang.org/x/mod/sumdb/note and tlog: an
// implementation of the same formats by others. tests/peers/transparency.sh runs it.
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error, what string) {
	if err != nil {
		log.Fatalf("%s: %v", what, err)
	}
}

func read(path string) string {
	bytes, err := os.ReadFile(path)
	must(err, path)
	return string(bytes)
}

// The text of a note that this key has signed.
func opened(text string, key string) string {
	verifier, err := note.NewVerifier(strings.TrimSpace(key))
	must(err, "key")
	open, err := note.Open([]byte(text), note.VerifierList(verifier))
	must(err, "signature")
	return open.Text
}

type checkpoint struct {
	size int64
	root tlog.Hash
}

func tree(text string) checkpoint {
	lines := strings.Split(text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err, "size")
	root, err := tlog.ParseHash(lines[2])
	must(err, "root")
	return checkpoint{size, root}
}

// All entries, from the bundles.
func entries(folder string, size int64) [][]byte {
	var found [][]byte
	for n := int64(0); n*256 < size; n++ {
		path := filepath.Join(folder, "tile", "entries", fmt.Sprintf("%03d", n))
		if width := size - n*256; width < 256 {
			path = filepath.Join(path+".p", strconv.FormatInt(width, 10))
		}
		bytes := []byte(read(path))
		for len(bytes) > 0 {
			length := int(binary.BigEndian.Uint16(bytes))
			found = append(found, bytes[2:2+length])
			bytes = bytes[2+length:]
		}
	}
	return found
}

type hashes []tlog.Hash

func (h hashes) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	var found []tlog.Hash
	for _, index := range indexes {
		found = append(found, h[index])
	}
	return found, nil
}

// The proof that an entry is in a tree, in the form of C2SP tlog-proof.
func proof(text string, key string) {
	head, signed, _ := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	must(err, "extra")
	entry, _, _ := strings.Cut(string(extra), "\n\n")
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	must(err, "index")
	var path tlog.RecordProof
	for _, line := range lines[3:] {
		hash, err := tlog.ParseHash(line)
		must(err, "path")
		path = append(path, hash)
	}
	now := tree(opened(signed, key))
	must(tlog.CheckRecord(path, now.size, now.root, index, tlog.RecordHash([]byte(entry+"\n"))), "proof")
}

func main() {
	folder, public := os.Args[1], read(os.Args[2])
	now, before := tree(opened(read(filepath.Join(folder, "checkpoint")), public)), tree(opened(read(os.Args[3]), public))
	var all hashes
	for place, entry := range entries(folder, now.size) {
		stored, err := tlog.StoredHashes(int64(place), entry, all)
		must(err, "entry")
		all = append(all, stored...)
	}
	root, err := tlog.TreeHash(now.size, all)
	must(err, "tree")
	if root != now.root {
		log.Fatalf("the root is %v, and the checkpoint says %v", root, now.root)
	}
	grown, err := tlog.ProveTree(now.size, before.size, all)
	must(err, "consistency")
	must(tlog.CheckTree(grown, now.size, now.root, before.size, before.root), "consistency")
	proof(read(os.Args[4]), public)
	statement := opened(read(os.Args[5]), read(os.Args[6]))
	if !strings.HasPrefix(statement, "duelog seal 1\nparty seat 0\n") {
		log.Fatalf("this is no statement: %q", statement)
	}
	fmt.Printf("%d entries, a proof, the growth from %d entries and a signed statement: all fit\n", now.size, before.size)
}
