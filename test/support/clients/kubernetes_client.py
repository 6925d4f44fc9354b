"""Asks a server with the Python client library and prints one JSON value: client.py KUBECONFIG WHAT"""

import json
import sys
import tempfile

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException
from kubernetes.stream import stream

config.load_kube_config(sys.argv[1])
core = client.CoreV1Api()
namespace = "default"


def config_map(name, data):
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data}


def get():
    created = core.create_namespaced_config_map(namespace, config_map("py-get", {"key": "value"}))
    read = core.read_namespaced_config_map("py-get", namespace)
    names = [item.metadata.name for item in core.list_namespaced_config_map(namespace, limit=500).items]
    try:
        core.read_namespaced_config_map("py-missing", namespace)
    except ApiException as error:
        missing = [error.status, json.loads(error.body)["reason"]]
    same = read.metadata.uid == created.metadata.uid
    return {"same": same, "data": read.data, "listed": "py-get" in names, "missing": missing}


def watch_changes():
    seen = []
    start = core.list_namespaced_config_map(namespace).metadata.resource_version
    core.create_namespaced_config_map(namespace, config_map("py-watch", {"n": "1"}))
    core.patch_namespaced_config_map("py-watch", namespace, {"data": {"n": "2"}})
    core.delete_namespaced_config_map("py-watch", namespace)
    watched = watch.Watch()
    changes = watched.stream(
        core.list_namespaced_config_map, namespace, resource_version=start, timeout_seconds=20
    )
    for event in changes:
        if event["object"].metadata.name == "py-watch":
            seen.append([event["type"], event["object"].data["n"]])
        if event["type"] == "DELETED":
            watched.stop()
    return seen


def apply():
    with tempfile.NamedTemporaryFile() as cache:
        maps = dynamic.DynamicClient(client.ApiClient(), cache_file=cache.name + ".json").resources.get(
            api_version="v1", kind="ConfigMap"
        )
    seen = []
    for data in ({"a": "1", "b": "1"}, {"b": "2"}):
        body = config_map("py-apply", data)
        answer = maps.server_side_apply(
            body=json.dumps(body), name="py-apply", namespace=namespace, field_manager="py"
        )
        seen.append(answer.to_dict()["data"])
    return seen


def execute():
    command = ["sh", "-c", "echo out; echo err >&2; exit 3"]
    process = stream(
        core.connect_get_namespaced_pod_exec,
        "web",
        namespace,
        command=command,
        stdout=True,
        stderr=True,
        _preload_content=False,
    )
    process.run_forever(timeout=20)
    return [process.read_stdout(), process.read_stderr(), process.returncode]


actions = {"get": get, "watch": watch_changes, "apply": apply, "exec": execute}
print(json.dumps(actions[sys.argv[2]]()))
