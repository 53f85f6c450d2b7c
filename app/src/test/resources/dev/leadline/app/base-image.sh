# An image with a shell and the Java in $1, made of what is on this machine: base.tar. A registry is not asked.
set -e
mkdir root root/bin root/proc root/dev root/tmp
chmod 1777 root/tmp
"$1/bin/jlink" --add-modules java.se,jdk.crypto.ec,jdk.management --strip-debug --no-man-pages --no-header-files --compress=2 --output root/opt
cp -L /bin/sh root/bin
libc=$(ldd /bin/sh | grep -o '/[^ ]*/libc.so.6')
libraries=$(ldd /bin/sh root/opt/bin/java root/opt/lib/server/libjvm.so root/opt/lib/libnio.so "$(find /lib /usr/lib -name libstdc++.so.6 | head -n 1)" |
  grep -o ' /[^ ]*\|^.*/ld-[^ ]*' | grep -v root/opt | sort -u)
# The last three are what ONNX Runtime asks for.
cp -L --parents $libraries "${libc%/*}/libdl.so.2" "${libc%/*}/libpthread.so.0" "${libc%/*}/librt.so.1" root
tar --numeric-owner --owner=0 --group=0 -C root -cf layer.tar .
sum=$(sha256sum layer.tar | cut -d' ' -f1)
cat > config.json <<J
{"architecture":"amd64","os":"linux","config":{"Env":["PATH=/opt/bin:/bin"]},"rootfs":{"type":"layers","diff_ids":["sha256:$sum"]}}
J
echo '[{"Config":"config.json","RepoTags":["base:1"],"Layers":["layer.tar"]}]' > manifest.json
tar -cf base.tar manifest.json config.json layer.tar
